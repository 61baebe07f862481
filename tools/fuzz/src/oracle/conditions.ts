import { foldLine, type FieldTest, type SearchFilter } from '@recallite/store'
import { daysMeant } from './dates.ts'
import { readPath } from './paths.ts'
import { Refusal } from './refusal.ts'

export type Wish = {
  readonly field: 'path' | 'heading' | 'source' | 'since' | 'until' | 'where'
  readonly text: string
  readonly isNegated: boolean
}

/** A parsed condition. */
export interface Condition {
  /** Conditions of one group are alternatives. Undefined: the condition must be met. */
  readonly group: string | undefined
  readonly filter: SearchFilter
  /** The number of stars in the glob of a path. */
  readonly stars?: number
  readonly root?: string
}

const readers = {
  path: (text: string): Condition => ({ group: 'path', ...readPath(text) }),
  heading: readHeading,
  source: (root: string): Condition => ({ group: 'source', filter: { kind: 'root', names: [root] }, root }),
  since: (text: string): Condition => day({ from: daysMeant(text)[0], to: null }),
  until: (text: string): Condition => day({ from: null, to: daysMeant(text)[1] }),
  where: readWhere,
}

/** Parses conditions into groups; one condition of each must be met. @throws Refusal */
export function groupsOf(wishes: readonly Wish[]): Condition[][] {
  const conditions = wishes.map((wish) => read(wish))
  return [...Map.groupBy(conditions, ({ group }, place) => group ?? `${place}`).values()]
}

/** A negated condition has no group, unless it is negated twice: `-where:status!=open`. */
function read({ field, text, isNegated }: Wish): Condition {
  const condition = readers[field](text)
  if (!isNegated) return condition
  const { filter } = condition
  if (filter.kind === 'not') return { group: groupOfValues(filter.filter), filter: filter.filter }
  return { ...condition, group: undefined, filter: { kind: 'not', filter } }
}

function readHeading(text: string): Condition {
  if (foldLine(text) === '') throw new Refusal('OPTION_INVALID')
  return { group: 'heading', filter: { kind: 'heading', texts: [text] } }
}

function day(bounds: { readonly from: string | null; readonly to: string | null }): Condition {
  return { group: undefined, filter: { kind: 'date', ...bounds } }
}

const operators = new Set(['', '=', '!=', '<', '<=', '>', '>='])
/** One field with two names. */
const tagKeys = ['tag', 'tags']

/** @throws Refusal */
function readWhere(text: string): Condition {
  const signs = /[=!<>~]+/u.exec(text)
  const [typedKey, operator] = signs ? [text.slice(0, signs.index), signs[0]] : [text, '']
  const [key, value] = [foldLine(typedKey), unquoted(text.slice(typedKey.length + operator.length).trim())]
  const isMeant = operator === '' ? !key.includes(':') : foldLine(value) !== ''
  if (key === '' || !operators.has(operator) || !isMeant) throw new Refusal('OPTION_INVALID')
  const keys = tagKeys.includes(key) ? tagKeys : [key]
  const filter: SearchFilter = { kind: 'field', keys, test: testOf(operator, value) }
  if (operator === '!=') return { group: undefined, filter: { kind: 'not', filter } }
  return { group: groupOfValues(filter), filter }
}

function testOf(operator: string, value: string): FieldTest {
  if (operator === '') return { operator: 'present' }
  if (operator.endsWith('=') && !/[<>]/.test(operator)) return { operator: '=', values: [value] }
  return { operator: operator as '<', value }
}

/** Several values for one field are alternatives. */
function groupOfValues(filter: SearchFilter): string | undefined {
  const isEquality = filter.kind === 'field' && filter.test.operator === '='
  return isEquality ? `where ${filter.keys.join(' ')}` : undefined
}

function unquoted(typed: string) {
  const isQuoted = typed.length > 1 && /^["']/u.test(typed) && typed.at(-1) === typed[0]
  return isQuoted ? typed.slice(1, -1) : typed
}
