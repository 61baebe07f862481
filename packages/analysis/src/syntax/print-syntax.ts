import { readField } from './query-field.js'
import type { QueryField, QuerySyntax, ReadQuery } from './syntax-tree.js'

function printLeaf(syntax: QuerySyntax): string | undefined {
  if (syntax.kind === 'words') return syntax.text
  if (syntax.kind === 'phrase') return `"${syntax.text}"`
  return syntax.kind === 'prefix' ? `${syntax.text}*` : undefined
}

/** Alternatives side by side; words beside words would become one. */
function printBeside(parts: readonly QuerySyntax[]): string | undefined {
  const leaves = parts.map(printLeaf)
  const isMerged = parts.some((part, index) => part.kind === 'words' && parts[index - 1]?.kind === 'words')
  return isMerged || leaves.includes(undefined) ? undefined : leaves.join(' ')
}

function printUnwanted(syntax: QuerySyntax): string | undefined {
  if (syntax.kind !== 'not' || syntax.part.kind === 'words') return undefined
  const leaf = printLeaf(syntax.part)
  return leaf === undefined ? undefined : `-${leaf}`
}

/** The form without operators and groups, for what can be said so. */
function printPlain(syntax: QuerySyntax): string | undefined {
  const [wanted, ...unwanted] = syntax.kind === 'and' ? syntax.parts : [syntax]
  if (wanted === undefined) return undefined
  const printed = [
    printBeside(wanted.kind === 'or' ? wanted.parts : [wanted]),
    ...unwanted.map(printUnwanted),
  ]
  return printed.includes(undefined) ? undefined : printed.join(' ')
}

function printPart(syntax: QuerySyntax): string {
  if (syntax.kind !== 'not') return printLeaf(syntax) ?? `(${printJoined(syntax)})`
  const { part } = syntax
  return `NOT ${part.kind === 'words' ? `(${part.text})` : printPart(part)}`
}

function printJoined(syntax: QuerySyntax): string {
  if (syntax.kind === 'and') return syntax.parts.map(printPart).join(' AND ')
  if (syntax.kind === 'or') return syntax.parts.map(printPart).join(' OR ')
  return printPart(syntax)
}

function printField({ field, text, isNegated }: QueryField): string {
  const head = `${isNegated ? '-' : ''}${field}:`
  const isBare = !/\s/u.test(text) && readField(head + text, undefined) !== undefined
  return isBare ? head + text : `${head}"${text}"`
}

/**
 * A query as one would type it, fields last: reading it gives the same again. Whatever needs no operators has none;
 * quotation marks become straight, white space single.
 */
export function printSyntax({ syntax, fields }: ReadQuery): string {
  const asked = syntax === null ? [] : [printPlain(syntax) ?? printJoined(syntax)]
  return [...asked, ...fields.map(printField)].join(' ')
}
