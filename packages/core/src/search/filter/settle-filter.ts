import { maximumConditions, type SearchFilter } from '@recallite/store'
import { MemoryError } from '../../errors.js'
import { filterOf, type FilterField } from './filter-of.js'

/** Wishes that options can hold. */
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
  /** Conditions on front matter: `key=value`, or with `!=`, `<`, `<=`, `>`, `>=`, or `key` alone. */
  readonly where?: readonly string[] | undefined
}

/** Stars in all paths together: the time that matching takes grows with them. */
const mostStars = 100
const mostPaths = 100
/** So many `pathGlob` makes of a name without any. */
const starsOfName = 5
/** One more is what the words of the question must have. */
const mostConditions = maximumConditions - 1

function assertBounded(filter: SearchFilter): void {
  const globs = filter.flatMap((condition) => (condition.kind === 'path' ? condition.globs : []))
  const stars = globs.join('').split('*').length - 1 - starsOfName * globs.length
  if (filter.length <= mostConditions && globs.length <= mostPaths && stars <= mostStars) return
  throw new MemoryError(
    'OPTION_INVALID',
    `There are too many filters. Use at most ${mostConditions} conditions, ${mostPaths} paths and ${mostStars} stars in them.`,
  )
}

function wishes(field: FilterField['field'], texts: readonly string[]): FilterField[] {
  return texts.map((text) => ({ field, text, isNegated: false }))
}

function fieldsOf({ paths = [], headings = [], since, until, where = [] }: FilterOptions): FilterField[] {
  return [
    ...wishes('path', paths),
    ...wishes('heading', headings),
    ...wishes('since', since === undefined ? [] : [since]),
    ...wishes('until', until === undefined ? [] : [until]),
    ...wishes('where', where),
  ]
}

/** What a search is narrowed by. */
export interface Narrowing {
  readonly options: FilterOptions
  /** What the question itself says of where to search. */
  readonly typed?: readonly FilterField[] | undefined
}

/**
 * The whole filter of a search. What the question says narrows further what options say; it never widens it.
 * @param today as `2026-02-11`, to count back from
 * @throws MemoryError `OPTION_INVALID`
 */
export function settleFilter({ options, typed = [] }: Narrowing, today: string): SearchFilter {
  const { roots } = options
  const filter: SearchFilter = [
    ...(roots === undefined ? [] : [{ kind: 'root', names: roots } as const]),
    ...filterOf(fieldsOf(options), today),
    ...filterOf(typed, today),
  ]
  assertBounded(filter)
  return filter
}

/** Every root that a filter names, whether to search it or to leave it out. */
export function rootsNamed(filter: SearchFilter): string[] {
  return filter.flatMap((condition) => (condition.kind === 'root' ? condition.names : []))
}
