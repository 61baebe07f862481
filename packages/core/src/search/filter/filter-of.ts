import { foldLine, type SearchCondition, type SearchFilter } from '@recallite/store'
import { MemoryError } from '../../errors.js'
import { dayBounds } from './day-bounds.js'
import { pathGlob } from './path-glob.js'
import { readWhere, type FieldCondition } from './where-condition.js'

/** A wish about where to search, as it is typed: as an option, or in the question as `path:notes` or `-path:notes`. */
export interface FilterField {
  readonly field: 'path' | 'heading' | 'source' | 'since' | 'until' | 'where'
  readonly text: string
  readonly isNegated: boolean
}

type Reader = (text: string, today: string) => SearchCondition

function readHeading(text: string): SearchCondition {
  if (foldLine(text) !== '') return { kind: 'heading', texts: [text] }
  throw new MemoryError('OPTION_INVALID', 'A heading to search under is empty. Give a word of it.')
}

const readers: Readonly<Record<FilterField['field'], Reader>> = {
  path: (text) => ({ kind: 'path', globs: [pathGlob(text)] }),
  heading: readHeading,
  source: (text) => ({ kind: 'root', names: [text] }),
  since: (text, today) => ({ kind: 'date', from: dayBounds(text, today).first, to: null }),
  until: (text, today) => ({ kind: 'date', from: null, to: dayBounds(text, today).last }),
  where: readWhere,
}

/** A name that conditions share of which one will do; undefined where each must hold. */
function groupOf(condition: SearchCondition): string | undefined {
  if (condition.isNegated || condition.kind === 'date') return undefined
  if (condition.kind !== 'field') return condition.kind
  return condition.test.operator === '=' ? JSON.stringify(condition.keys) : undefined
}

function joinTests(a: FieldCondition['test'], b: FieldCondition['test']): FieldCondition['test'] {
  return a.operator === '=' && b.operator === '=' ? { operator: '=', values: [...a.values, ...b.values] } : b
}

/** Two conditions of one group as one. */
function join(a: SearchCondition, b: SearchCondition): SearchCondition {
  if (a.kind === 'path' && b.kind === 'path') return { ...a, globs: [...a.globs, ...b.globs] }
  if (a.kind === 'heading' && b.kind === 'heading') return { ...a, texts: [...a.texts, ...b.texts] }
  if (a.kind === 'root' && b.kind === 'root') return { ...a, names: [...a.names, ...b.names] }
  if (a.kind === 'field' && b.kind === 'field') return { ...a, test: joinTests(a.test, b.test) }
  return b
}

/**
 * Makes a filter of wishes. Several paths, headings or sources: one of them will do, and so will one of several values
 * that the same key is to equal. Everything else must hold, and what is negated must not.
 * @param today as `2026-02-11`, to count back from
 * @throws MemoryError `OPTION_INVALID`
 */
export function filterOf(fields: readonly FilterField[], today: string): SearchFilter {
  const groups = new Map<string, SearchCondition>()
  for (const [place, { field, text, isNegated }] of fields.entries()) {
    const read = readers[field](text, today)
    const condition = { ...read, isNegated: (read.isNegated ?? false) !== isNegated }
    const group = groupOf(condition) ?? `${place}`
    const earlier = groups.get(group)
    groups.set(group, earlier ? join(earlier, condition) : condition)
  }
  return [...groups.values()]
}
