import type { QueryField, QueryFieldName } from '@recallite/keyword'
import { parseFilter, type Filter } from '@recallite/store/filter'
import {
  conditionsIn,
  foldLine,
  maximumConditions,
  type FieldTest,
  type SearchCondition,
  type SearchFilter,
} from '@recallite/store'
import { invalidOption } from '../../errors.js'
import { dayBounds } from '../../days.js'
import { pathGlob, isJson, readJson, readWhere } from './filter-syntax.js'

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
   * A filter over front matter in the language of `@recallite/store/filter`, such as `{ status: 'done', priority: { $gte: 2 } }`. Keys and
   * texts are compared exactly as the front matter has them, unlike those of `where`.
   */
  readonly filter?: Readonly<Record<string, unknown>> | undefined
  /**
   * Phrases that every result contains, at most 20: their words side by side in this order, in any case and with other endings.
   * No character is syntax.
   */
  readonly phrases?: readonly string[] | undefined
  /** A further filter, as a store takes it. */
  readonly conditions?: SearchFilter | undefined
}

/** In all paths together, as the time of matching grows with them. */
const mostStars = 100
const mostPaths = 100
/** How many stars `pathGlob` writes for a name without any. */
const starsOfName = 5
/** The terms that the query requires and the phrases are one more each. */
const mostConditions = maximumConditions - 2

const readers: Readonly<Record<QueryFieldName, (text: string, today: string) => SearchFilter>> = {
  path: (text) => ({ kind: 'path', globs: [pathGlob(text)] }),
  heading: readHeading,
  source: (text) => ({ kind: 'root', names: [text] }),
  since: (text, today) => ({ kind: 'date', from: dayBounds(text, today).first, to: null }),
  until: (text, today) => ({ kind: 'date', from: null, to: dayBounds(text, today).last }),
  where: readWhere,
}

/**
 * The whole filter of a search. The query's fields narrow further what the options select; they never widen it.
 * @param today as `2026-02-11`, to count back from
 * @throws MemoryError `OPTION_INVALID`; FilterError
 */
export function resolveFilter(options: FilterOptions, fields: readonly QueryField[], today: string) {
  const { roots, paths, headings, since, until, where = [], conditions } = options
  const statements = where.filter((text) => !isJson(text))
  const typed = [
    ...fieldsNamed('path', paths),
    ...fieldsNamed('heading', headings),
    ...fieldsNamed('since', present(since)),
    ...fieldsNamed('until', present(until)),
    ...fieldsNamed('where', statements),
  ]
  const ofJson = parseTogether([...where.filter(isJson).map(readJson), ...present(options.filter)])
  assertOrder({ since, until }, today)
  const filters: SearchFilter[] = [
    ...present(roots).map((names) => ({ kind: 'root', names }) as const),
    ...filterOf(typed, today),
    ...filterOf(fields, today),
    ...ofJson,
    ...present(conditions),
  ]
  assertBounded(filters)
  return { kind: 'all', filters } as const
}

/** One filter, so that together they keep to the limits of a filter. */
function parseTogether(filters: readonly unknown[]): Filter[] {
  if (filters.length === 0) return []
  return [parseFilter(filters.length === 1 ? filters[0] : { $and: filters })]
}

/** Every root that a filter names, whether to search it or to leave it out. */
export function namedRoots(filter: SearchFilter): readonly string[] {
  return conditionsIn(filter).flatMap((condition) => (condition.kind === 'root' ? condition.names : []))
}

/**
 * Of several paths, headings, sources, or values that the same key is to equal, one has to match. Every other condition has
 * to hold, and negated ones must not.
 * @param today as `2026-02-11`, to count back from
 * @throws MemoryError `OPTION_INVALID`
 */
export function filterOf(fields: readonly QueryField[], today: string): SearchFilter[] {
  const filters = fields.map(({ field, text, isNegated }) => {
    const filter = readers[field](text, today)
    return isNegated ? negated(filter) : filter
  })
  const groups = Map.groupBy(filters, (filter, index) => groupOf(filter) ?? `${index}`)
  return [...groups.values()].map((group) => group.reduce(join))
}

function negated(filter: SearchFilter): SearchFilter {
  return filter.kind === 'not' ? filter.filter : { kind: 'not', filter }
}

function readHeading(text: string): SearchCondition {
  if (foldLine(text) !== '') return { kind: 'heading', texts: [text] }
  throw invalidOption('A heading to search under is empty. Give a word of it.')
}

function fieldsNamed(field: QueryFieldName, texts: readonly string[] = []): QueryField[] {
  return texts.map((text) => ({ field, text, isNegated: false }))
}

function present<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value]
}

function assertOrder({ since, until }: Pick<FilterOptions, 'since' | 'until'>, today: string): void {
  if (since === undefined || until === undefined) return
  if (dayBounds(since, today).first <= dayBounds(until, today).last) return
  throw invalidOption(
    `There is no day since '${since}' and until '${until}'. Give an earlier since or a later until.`,
  )
}

function assertBounded(filters: readonly SearchFilter[]): void {
  const globs = filters.flatMap((filter) => (filter.kind === 'path' ? filter.globs : []))
  const stars = globs.join('').split('*').length - 1 - starsOfName * globs.length
  if (filters.length <= mostConditions && globs.length <= mostPaths && stars <= mostStars) return
  throw invalidOption(
    `There are too many filters. Use at most ${mostConditions} conditions, ${mostPaths} paths and ${mostStars} stars in them.`,
  )
}

/** A name shared by conditions of which one has to match; undefined if the condition has to hold by itself. */
function groupOf(filter: SearchFilter): string | undefined {
  if (filter.kind === 'field') return filter.test.operator === '=' ? JSON.stringify(filter.keys) : undefined
  return ['path', 'heading', 'root'].includes(filter.kind) ? filter.kind : undefined
}

function join(a: SearchFilter, b: SearchFilter): SearchFilter {
  if (a.kind === 'path' && b.kind === 'path') return { ...a, globs: [...a.globs, ...b.globs] }
  if (a.kind === 'heading' && b.kind === 'heading') return { ...a, texts: [...a.texts, ...b.texts] }
  if (a.kind === 'root' && b.kind === 'root') return { ...a, names: [...a.names, ...b.names] }
  if (a.kind === 'field' && b.kind === 'field') return { ...a, test: joinTests(a.test, b.test) }
  return b
}

function joinTests(a: FieldTest, b: FieldTest): FieldTest {
  return a.operator === '=' && b.operator === '=' ? { operator: '=', values: [...a.values, ...b.values] } : b
}
