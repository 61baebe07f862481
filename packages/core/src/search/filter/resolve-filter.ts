import type { QueryField, QueryFieldName } from '@recallite/keyword'
import { parseFilter } from '@recallite/store/filter'
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

/** Options that filter files. */
export interface FilterOptions {
  /** Names of roots to search; default all. */
  readonly roots?: readonly string[] | undefined
  /** Paths in their roots, as globs; a name without a slash matches in any folder, a folder includes its contents. */
  readonly paths?: readonly string[] | undefined
  /** Headings to search under, or parts of them. */
  readonly headings?: readonly string[] | undefined
  /** The first day of the documents to search: `2026-02-11`, `2026-02`, `2026`, or how long ago (`7d`, `2w`, `3m`, `1y`). */
  readonly since?: string | undefined
  /** The last day, in the same format. */
  readonly until?: string | undefined
  /** Conditions on front matter: `key=value`, or with `!=`, `<`, `<=`, `>`, `>=`, or just `key`, or a JSON filter. */
  readonly where?: readonly string[] | undefined
  /**
   * A filter over front matter in the language of `@recallite/store/filter`, such as `{ status: 'done', priority: { $gte: 2 } }`.
   * Unlike in `where`, keys and texts must match exactly.
   */
  readonly filter?: Readonly<Record<string, unknown>> | undefined
  /** Up to 20 phrases that every result must contain, in any case and inflection. No character is syntax. */
  readonly phrases?: readonly string[] | undefined
  /** A further filter of a store. */
  readonly conditions?: SearchFilter | undefined
}

/** In all paths together: matching takes longer with each star. */
const maxStars = 100
const maxPaths = 100
/** The number of stars that `pathGlob` adds to a name. */
const starsOfName = 5
/** The query's required terms and the phrases add one each. */
const maxConditions = maximumConditions - 2

const readers: Readonly<Record<QueryFieldName, (text: string, today: string) => SearchFilter>> = {
  path: (text) => ({ kind: 'path', globs: [pathGlob(text)] }),
  heading: readHeading,
  source: (text) => ({ kind: 'root', names: [text] }),
  since: (text, today) => ({ kind: 'date', from: dayBounds(text, today).first, to: null }),
  until: (text, today) => ({ kind: 'date', from: null, to: dayBounds(text, today).last }),
  where: readWhere,
}

/**
 * Combines the options and the fields of the query; a result must match both.
 * @param today as `2026-02-11`, for relative dates
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
  const written = [...where.filter(isJson).map(readJson), ...present(options.filter)]
  // Parsed as one filter, so that the limits of a filter apply to all together.
  const ofJson =
    written.length === 0 ? [] : [parseFilter(written.length === 1 ? written[0] : { $and: written })]
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

/** All roots that a filter includes or excludes. */
export function namedRoots(filter: SearchFilter): readonly string[] {
  return conditionsIn(filter).flatMap((condition) => (condition.kind === 'root' ? condition.names : []))
}

/**
 * Combines fields: one of several paths, headings, sources or equal keys must match, and each other condition.
 * @param today as `2026-02-11`, for relative dates
 * @throws MemoryError `OPTION_INVALID`
 */
export function filterOf(fields: readonly QueryField[], today: string): SearchFilter[] {
  const filters = fields.map(({ field, text, isNegated }): SearchFilter => {
    const filter = readers[field](text, today)
    if (!isNegated) return filter
    return filter.kind === 'not' ? filter.filter : { kind: 'not', filter }
  })
  const groups = Map.groupBy(filters, (filter, index) => groupOf(filter) ?? `${index}`)
  return [...groups.values()].map((group) => group.reduce(join))
}

function readHeading(text: string): SearchCondition {
  if (foldLine(text) !== '') return { kind: 'heading', texts: [text] }
  throw invalidOption('The heading filter is empty. Give a word of the heading.')
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
    `'since' (${since}) is after 'until' (${until}). Give an earlier since or a later until.`,
  )
}

function assertBounded(filters: readonly SearchFilter[]): void {
  const globs = filters.flatMap((filter) => (filter.kind === 'path' ? filter.globs : []))
  const stars = globs.join('').split('*').length - 1 - starsOfName * globs.length
  if (filters.length <= maxConditions && globs.length <= maxPaths && stars <= maxStars) return
  throw invalidOption(
    `There are too many filters. Use up to ${maxConditions} conditions, and up to ${maxPaths} paths with ${maxStars} stars in total.`,
  )
}

/** The name of a group in which one condition must match; undefined for a separate condition. */
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
