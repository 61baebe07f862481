import { isStated } from './marks.js'
import { negateField } from './query-field.js'
import {
  allOf,
  anyOf,
  maximumSyntaxDepth,
  type QueryField,
  type QuerySyntax,
  type TermSyntax,
} from './syntax-tree.js'
import type { OperatorName, Token } from './tokens.js'

/** What a part of a query requires: all of `included`, none of `excluded`, within `fields`. */
type Demand = ReturnType<typeof demandOf>

interface Cursor {
  readonly tokens: readonly Token[]
  position: number
  /** The number of open groups. */
  depth: number
}

/** Parses tokens; adjacent items bind closest, then AND, then OR. Undefined if they do not match or groups are too deep. */
export function parseTokens(tokens: readonly Token[]): Demand | undefined {
  const cursor: Cursor = { tokens, position: 0, depth: 0 }
  const demand = readAlternatives(cursor)
  return cursor.position === tokens.length ? demand : undefined
}

function readAlternatives(cursor: Cursor): Demand | undefined {
  const demands = readJoined(cursor, 'OR', readConjunction)
  if (demands === undefined || demands.length === 1) return demands?.[0]
  const parts = demands.map(treeOf)
  if (!parts.every((part) => part !== undefined)) return undefined
  const fields = demands.flatMap((demand) => demand.fields)
  return { included: [anyOf(parts)], excluded: [], fields, isNarrowed: false }
}

function readJoined(
  cursor: Cursor,
  name: OperatorName,
  readOne: (cursor: Cursor) => Demand | undefined,
): Demand[] | undefined {
  const demands: Demand[] = []
  for (;;) {
    const demand = readOne(cursor)
    if (demand === undefined) return undefined
    demands.push(demand)
    if (nextKind(cursor) !== name) return demands
    cursor.position++
  }
}

const nextKind = ({ tokens, position }: Cursor) => tokens[position]?.kind

const operators: ReadonlySet<string | undefined> = new Set(['AND', 'OR', 'NOT'] satisfies OperatorName[])

function readConjunction(cursor: Cursor): Demand | undefined {
  const demands = readJoined(cursor, 'AND', readClause)
  return (
    demands && {
      included: demands.flatMap(({ included }) => included),
      excluded: demands.flatMap(({ excluded }) => excluded),
      fields: demands.flatMap(({ fields }) => fields),
      isNarrowed: demands.some(({ isNarrowed }) => isNarrowed),
    }
  )
}

/** One of several adjacent parts of a query. */
type Item =
  | TermSyntax
  | Extract<Token, { kind: 'required' }>
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'group'; readonly syntax: QuerySyntax }
  | { readonly kind: 'excluded'; readonly part: QuerySyntax }
  | { readonly kind: 'field'; readonly field: QueryField }

/** Reads adjacent items, at least one. */
function readClause(cursor: Cursor): Demand | undefined {
  const items: Item[] = []
  let isNarrowed = false
  while (!clauseEnds.has(nextKind(cursor))) {
    const item = readItem(cursor)
    if (item === undefined) return undefined
    items.push(item)
    isNarrowed ||= isJoined(cursor, cursor.position - 1)
  }
  return items.length > 0 ? demandOf(items, isNarrowed) : undefined
}

const clauseEnds: ReadonlySet<string | undefined> = new Set([undefined, 'close', 'AND', 'OR'])

function readItem(cursor: Cursor): Item | undefined {
  const token = cursor.tokens[cursor.position]
  switch (token?.kind) {
    case undefined:
    case 'close':
    case 'AND':
    case 'OR':
      return undefined
    case 'open':
      return readGroup(cursor)
    case 'NOT':
      return readNegated(cursor)
    default:
      cursor.position++
      return token
  }
}

/** Reads `(…)`, which must contain terms and no fields. */
function readGroup(cursor: Cursor): Item | undefined {
  if (cursor.depth === maximumSyntaxDepth) return undefined
  cursor.position++
  cursor.depth++
  const inner = readAlternatives(cursor)
  cursor.depth--
  if (inner === undefined || inner.fields.length > 0 || nextKind(cursor) !== 'close') return undefined
  cursor.position++
  const syntax = treeOf(inner)
  return syntax && { kind: 'group', syntax }
}

function treeOf({ included, excluded, isNarrowed }: Demand): QuerySyntax | undefined {
  return included.length > 0 && !isNarrowed ? allOf(included, excluded) : undefined
}

/** Reads NOT and one item. More words after a word show that NOT was only stressed. */
function readNegated(cursor: Cursor): Item | undefined {
  const isAfterAnd = cursor.tokens[cursor.position - 1]?.kind === 'AND'
  cursor.position++
  const item = operators.has(nextKind(cursor)) ? undefined : readItem(cursor)
  if (item === undefined || (item.kind === 'word' && nextKind(cursor) === 'word')) return undefined
  return negateItem(item, isAfterAnd)
}

/** The negated item; undefined if it cannot be negated. After AND, NOT also negates words of a stressed statement. */
function negateItem(item: Item, isAfterAnd: boolean): Item | undefined {
  switch (item.kind) {
    case 'group':
      return { kind: 'excluded', part: item.syntax }
    case 'word':
      if (!isAfterAnd && isStated(item.text)) return undefined
      return { kind: 'excluded', part: { kind: 'phrase', text: item.text } }
    case 'field': {
      const field = negateField(item.field)
      return field && { kind: 'field', field }
    }
    case 'excluded':
      return undefined
    default:
      return { kind: 'excluded', part: item }
  }
}

/** Whether an operator directly precedes or follows the field at a position. */
function isJoined({ tokens }: Cursor, index: number): boolean {
  const isBeside = operators.has(tokens[index - 1]?.kind) || operators.has(tokens[index + 1]?.kind)
  return tokens[index]?.kind === 'field' && isBeside
}

/** Adjacent items mean any of the included ones, and all required ones. */
function demandOf(items: readonly Item[], isNarrowed: boolean) {
  const [first, ...others] = alternativesOf(items)
  const only = first?.kind === 'required' && !first.isStrict && others.length === 0 ? first.part : first
  const alternatives = only ? [only, ...others] : []
  return {
    included: alternatives.length > 0 ? [anyOf(alternatives)] : [],
    excluded: items.flatMap((item) => (item.kind === 'excluded' ? [item.part] : [])),
    fields: items.flatMap((item) => (item.kind === 'field' ? [item.field] : [])),
    /** Whether an operator joins a field, so that the field would apply to this part only. */
    isNarrowed,
  }
}

/** Adjacent words are one alternative; excluded terms and fields do not separate them. */
function alternativesOf(items: readonly Item[]): QuerySyntax[] {
  const alternatives: QuerySyntax[] = []
  let words: string[] = []
  const endRun = () => {
    if (words.length > 0) alternatives.push({ kind: 'words', text: words.join(' ') })
    words = []
  }
  for (const item of items) {
    if (item.kind === 'excluded' || item.kind === 'field') continue
    if (item.kind === 'word') {
      words.push(item.text)
    } else {
      endRun()
      alternatives.push(item.kind === 'group' ? item.syntax : item)
    }
  }
  endRun()
  return alternatives
}
