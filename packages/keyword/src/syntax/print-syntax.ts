import { isSearch } from './marks.js'
import { readField } from './query-field.js'
import type { QueryField, QueryFieldName, QuerySyntax, ReadQuery } from './syntax-tree.js'

/** Prints a query so that reading it gives the same result: without operators if possible, fields last. */
export function printSyntax({ syntax, fields }: ReadQuery): string {
  const terms = syntax === null ? [] : [printPlain(syntax) ?? printJoined(syntax)]
  return [...terms, ...fields.map(printField)].join(' ')
}

/** Describes a query in words: `any of: jwt expiry; without: draft; only paths: notes/*.md`. */
export function describeSyntax({ syntax, fields }: ReadQuery): string {
  const terms = syntax === null ? ['everything'] : describeTerms(syntax)
  if (syntax === null && fields.length === 0) return 'nothing'
  const groups = Map.groupBy(fields, ({ field, isNegated }) => narrowing[field][isNegated ? 1 : 0])
  const places = Array.from(groups, ([name, group]) => `${name}: ${group.map(({ text }) => text).join(', ')}`)
  return [...terms, ...places].join('; ')
}

/** Describes only what every result must have: `"token refresh"`; empty if that is nothing. */
export function describeRequired({ syntax }: ReadQuery): string {
  const parts =
    syntax?.kind === 'or' ? syntax.parts.filter(({ kind }) => kind === 'required') : syntax ? [syntax] : []
  return parts.map(describePart).join(' and ')
}

/** The form without operators and groups; undefined if there is none. */
function printPlain(syntax: QuerySyntax): string | undefined {
  const [included, ...excluded] = syntax.kind === 'and' ? syntax.parts : [syntax]
  if (included === undefined) return undefined
  const printed = [
    printBeside(included.kind === 'or' ? included.parts : [included]),
    ...excluded.map(printExcluded),
  ]
  return printed.includes(undefined) ? undefined : printed.join(' ')
}

/** Adjacent alternatives; undefined if they would be read in another way. */
function printBeside(parts: readonly QuerySyntax[]): string | undefined {
  const leaves = parts.map(printLeaf)
  const words = parts.flatMap((part) => (part.kind === 'words' ? part.text.split(/\s+/u) : []))
  // Without OR, the phrases would be required.
  if (parts.length > 1 && parts.some(({ kind }) => kind === 'phrase') && isSearch(words)) return undefined
  const isMerged = parts.some((part, index) => part.kind === 'words' && parts[index - 1]?.kind === 'words')
  return isMerged || leaves.includes(undefined) ? undefined : leaves.join(' ')
}

function printLeaf(syntax: QuerySyntax): string | undefined {
  if (syntax.kind === 'words') return syntax.text
  if (syntax.kind === 'phrase') return `"${syntax.text}"`
  if (syntax.kind === 'required') return `${syntax.isStrict ? '+' : ''}${printLeaf(syntax.part) ?? ''}`
  return syntax.kind === 'prefix' ? `${syntax.text}*` : undefined
}

function printExcluded(syntax: QuerySyntax): string | undefined {
  if (syntax.kind !== 'not' || syntax.part.kind === 'words') return undefined
  const leaf = printLeaf(syntax.part)
  return leaf === undefined ? undefined : `-${leaf}`
}

function printJoined(syntax: QuerySyntax): string {
  if (syntax.kind === 'and') return syntax.parts.map(printPart).join(' AND ')
  if (syntax.kind === 'or') return syntax.parts.map(printPart).join(' OR ')
  return printPart(syntax)
}

function printPart(syntax: QuerySyntax): string {
  if (syntax.kind !== 'not') return printLeaf(syntax) ?? `(${printJoined(syntax)})`
  const { part } = syntax
  return `NOT ${part.kind === 'words' ? `(${part.text})` : printPart(part)}`
}

function printField({ field, text, isNegated }: QueryField): string {
  const head = `${isNegated ? '-' : ''}${field}:`
  const isBare = !/\s/u.test(text) && readField(head + text, undefined) !== undefined
  return isBare ? head + text : `${head}"${text}"`
}

function describeTerms(syntax: QuerySyntax): string[] {
  const parts = syntax.kind === 'and' ? syntax.parts : [syntax]
  const excluded = parts.flatMap((part) => (part.kind === 'not' ? [describeExcluded(part.part)] : []))
  return [
    ...describeIncluded(parts.filter(({ kind }) => kind !== 'not')),
    ...(excluded.length > 0 ? [`without: ${excluded.join(', ')}`] : []),
  ]
}

/** A single excluded word has no quotation marks. */
function describeExcluded(syntax: QuerySyntax): string {
  return syntax.kind === 'phrase' && !/\s/u.test(syntax.text) ? syntax.text : describePart(syntax)
}

function describePart(syntax: QuerySyntax): string {
  switch (syntax.kind) {
    case 'words':
      return /\s/u.test(syntax.text) ? `any of (${syntax.text})` : syntax.text
    case 'phrase':
      return `"${syntax.text}"`
    case 'prefix':
      return `${syntax.text}*`
    case 'required':
      return describePart(syntax.part)
    case 'not':
      return `not ${describePart(syntax.part)}`
    case 'or':
      return `any of (${describeParts(syntax.parts)})`
    case 'and':
      return `all of (${syntax.parts.map(describePart).join(', ')})`
  }
}

function describeParts(parts: readonly QuerySyntax[]): string {
  return parts.map((part) => (part.kind === 'words' ? part.text : describePart(part))).join(', ')
}

function describeIncluded(included: readonly QuerySyntax[]): string[] {
  const [only] = included
  if (included.length !== 1 || (only?.kind !== 'words' && only?.kind !== 'or')) return included.map(mustHave)
  const parts = only.kind === 'or' ? only.parts : included
  const others = parts.filter(({ kind }) => kind !== 'required')
  return [
    ...parts.filter(({ kind }) => kind === 'required').map(mustHave),
    ...(others.length > 0 ? [`any of: ${describeParts(others)}`] : []),
  ]
}

const mustHave = (part: QuerySyntax): string => `must have: ${describePart(part)}`

/** The names of each field and of its negation. */
const narrowing: Readonly<Record<QueryFieldName, readonly [string, string]>> = {
  path: ['only paths', 'without paths'],
  heading: ['only under headings', 'not under headings'],
  source: ['only from sources', 'not from sources'],
  since: ['since', 'not since'],
  until: ['until', 'not until'],
  where: ['only where', 'not where'],
}
