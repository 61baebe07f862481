import type { QueryField, QueryFieldName } from '@recallite/analysis'
import { foldLine, maximumConditions, type SearchCondition, type SearchFilter } from '@recallite/store'
import { invalidOption } from '../../errors.js'
import { dayBounds } from './day-bounds.js'
import { pathGlob } from './path-glob.js'
import { readWhere, type FieldCondition } from './where-condition.js'

/** Options that narrow a search. */
export interface FilterOptions {
  /** Names of roots to search; default all, of an empty list nothing. */
  readonly roots?: readonly string[] | undefined
  /** Paths to search, inside their roots, as globs; a name without a slash in any folder, a folder with all in it. */
  readonly paths?: readonly string[] | undefined
  /** Texts of headings to search under, or parts of them. */
  readonly headings?: readonly string[] | undefined
  /** The first day of the documents to search: `2026-02-11`, `2026-02`, `2026`, or how long ago (`7d`, `2w`, `3m`, `1y`). */
  readonly since?: string | undefined
  /** The last day of the documents to search, written alike. */
  readonly until?: string | undefined
  /**
   * Conditions on front matter: `key=value`, or with `!=`, `<`, `<=`, `>`, `>=`, or `key` alone; a text that begins with `{` is a
   * filter as JSON.
   */
  readonly where?: readonly string[] | undefined
  /**
   * A filter over front matter in the language of `@recallite/filter`, such as `{ status: 'done', priority: { $gte: 2 } }`. Keys and
   * texts are compared exactly as the front matter has them, unlike those of `where`.
   */
  readonly filter?: Readonly<Record<string, unknown>> | undefined
  /**
   * Phrases that every result contains, at most 20: their words side by side in this order, in any case and with other endings.
   * No character is syntax.
   */
  readonly phrases?: readonly string[] | undefined
  /** Further conditions, as a store takes them. */
  readonly conditions?: SearchFilter | undefined
}

/** In all paths together, as the time of matching grows with them. */
const mostStars = 100
const mostPaths = 100
/** How many stars `pathGlob` writes for a name without any. */
const starsOfName = 5
/** The terms that the query requires and the phrases are one more each. */
const mostConditions = maximumConditions - 2

const readers: Readonly<Record<QueryFieldName, (text: string, today: string) => SearchCondition>> = {
  path: (text) => ({ kind: 'path', globs: [pathGlob(text)] }),
  heading: readHeading,
  source: (text) => ({ kind: 'root', names: [text] }),
  since: (text, today) => ({ kind: 'date', from: dayBounds(text, today).first, to: null }),
  until: (text, today) => ({ kind: 'date', from: null, to: dayBounds(text, today).last }),
  where: readWhere,
}

/**
 * The whole filter of a search, besides filters that are JSON, which `readFrontMatterFilters` reads before. The query's fields
 * narrow further what the options select; they never widen it.
 * @param today as `2026-02-11`, to count back from
 * @throws MemoryError `OPTION_INVALID`
 */
export function resolveFilter(options: FilterOptions, fields: readonly QueryField[], today: string) {
  const { roots, paths = [], headings = [], since, until, where = [], conditions = [] } = options
  assertOrder({ since, until }, today)
  const filter: SearchFilter = [
    ...(roots === undefined ? [] : [{ kind: 'root', names: roots } as const]),
    ...filterOf(
      [
        ...fieldsNamed('path', paths),
        ...fieldsNamed('heading', headings),
        ...fieldsNamed('since', [since]),
        ...fieldsNamed('until', [until]),
        ...fieldsNamed('where', where),
      ],
      today,
    ),
    ...filterOf(fields, today),
    ...conditions,
  ]
  assertBounded(filter)
  return filter
}

/** Every root that a filter names, whether to search it or to leave it out. */
export function namedRoots(filter: SearchFilter): string[] {
  return filter.flatMap((condition) => (condition.kind === 'root' ? condition.names : []))
}

/**
 * Of several paths, headings, sources, or values that the same key is to equal, one has to match. Every other condition has
 * to hold, and negated ones must not.
 * @param today as `2026-02-11`, to count back from
 * @throws MemoryError `OPTION_INVALID`
 */
export function filterOf(fields: readonly QueryField[], today: string): SearchFilter {
  const groups = new Map<string, SearchCondition>()
  for (const [index, { field, text, isNegated }] of fields.entries()) {
    const read = readers[field](text, today)
    const condition = { ...read, isNegated: (read.isNegated ?? false) !== isNegated }
    const group = groupOf(condition) ?? `${index}`
    const earlier = groups.get(group)
    groups.set(group, earlier ? join(earlier, condition) : condition)
  }
  return [...groups.values()]
}

function readHeading(text: string): SearchCondition {
  if (foldLine(text) !== '') return { kind: 'heading', texts: [text] }
  throw invalidOption('A heading to search under is empty. Give a word of it.')
}

function fieldsNamed(field: QueryFieldName, texts: readonly (string | undefined)[]): QueryField[] {
  return texts.flatMap((text) => (text === undefined ? [] : [{ field, text, isNegated: false }]))
}

function assertOrder({ since, until }: Pick<FilterOptions, 'since' | 'until'>, today: string): void {
  if (since === undefined || until === undefined) return
  if (dayBounds(since, today).first <= dayBounds(until, today).last) return
  throw invalidOption(
    `There is no day since '${since}' and until '${until}'. Give an earlier since or a later until.`,
  )
}

function assertBounded(filter: SearchFilter): void {
  const globs = filter.flatMap((condition) => (condition.kind === 'path' ? condition.globs : []))
  const stars = globs.join('').split('*').length - 1 - starsOfName * globs.length
  if (filter.length <= mostConditions && globs.length <= mostPaths && stars <= mostStars) return
  throw invalidOption(
    `There are too many filters. Use at most ${mostConditions} conditions, ${mostPaths} paths and ${mostStars} stars in them.`,
  )
}

/** A name shared by conditions of which one has to match; undefined if the condition has to hold by itself. */
function groupOf(condition: SearchCondition): string | undefined {
  if (condition.isNegated || condition.kind === 'date') return undefined
  if (condition.kind !== 'field') return condition.kind
  return condition.test.operator === '=' ? JSON.stringify(condition.keys) : undefined
}

function join(a: SearchCondition, b: SearchCondition): SearchCondition {
  if (a.kind === 'path' && b.kind === 'path') return { ...a, globs: [...a.globs, ...b.globs] }
  if (a.kind === 'heading' && b.kind === 'heading') return { ...a, texts: [...a.texts, ...b.texts] }
  if (a.kind === 'root' && b.kind === 'root') return { ...a, names: [...a.names, ...b.names] }
  if (a.kind === 'field' && b.kind === 'field') return { ...a, test: joinTests(a.test, b.test) }
  return b
}

function joinTests(a: FieldCondition['test'], b: FieldCondition['test']): FieldCondition['test'] {
  return a.operator === '=' && b.operator === '=' ? { operator: '=', values: [...a.values, ...b.values] } : b
}
