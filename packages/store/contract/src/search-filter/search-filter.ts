import type { Filter, JsonCondition } from '../filter/index.js'
import { StoreError } from '../errors.js'
import type { QueryTree } from '../query.js'

/** The maximum number of filters in one `all` or `any`. */
export const maximumConditions = 100

/** A test of a metadata field; `readFieldValue` defines how values compare. */
export type FieldTest =
  /** It or a nested field has a value: not null, not blank, not an empty list. */
  | { readonly operator: 'present' }
  /** One of its values equals one of these; a month or a year equals all its days. */
  | { readonly operator: '='; readonly values: readonly string[] }
  /** One of its values has the same type and this order; `isLoose`: or is not a number. */
  | { readonly operator: '<' | '<=' | '>' | '>='; readonly value: string; readonly isLoose?: boolean }

/**
 * A condition on a chunk or its document. Any of several values matches; an empty list matches nothing. Texts compare without case and
 * accents (`foldLine`), except names of roots.
 */
export type SearchCondition =
  | { readonly kind: 'root'; readonly names: readonly string[] }
  /** The document's path inside its root matches a glob (see `createPathMatcher`). */
  | { readonly kind: 'path'; readonly globs: readonly string[] }
  /** One of the chunk's `sections` contains the text, which is not blank. */
  | { readonly kind: 'heading'; readonly texts: readonly string[] }
  /** The document has a date between two days, inclusive; null: unlimited. */
  | { readonly kind: 'date'; readonly from: string | null; readonly to: string | null }
  /** One of these fields, with keys as in `fieldsOf`, passes. */
  | { readonly kind: 'field'; readonly keys: readonly string[]; readonly test: FieldTest }
  /** The chunk matches a query of up to `maximumQueryDepth` levels. */
  | { readonly kind: 'words'; readonly query: QueryTree }
  /** The document's metadata, compared exactly, as by `@recallite/store/filter`. */
  | JsonCondition

/** A filter of both retrievers, applied before `limit`. */
export type SearchFilter = Filter<SearchCondition>

/** Joins filters by `all`; undefined without filters. */
export function allOf(...filters: readonly (SearchFilter | undefined)[]): SearchFilter | undefined {
  const given = filters.filter((filter) => filter !== undefined)
  return given.length < 2 ? given[0] : { kind: 'all', filters: given }
}

/** All conditions of a filter, including negated ones. */
export function conditionsIn(filter: SearchFilter): readonly SearchCondition[] {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.filters.flatMap(conditionsIn)
    case 'not':
      return conditionsIn(filter.filter)
    default:
      return [filter]
  }
}

/** @throws StoreError `STORE_INVALID_QUERY` for more than `maximumConditions` */
export function assertConditions({ length }: readonly SearchFilter[]): void {
  if (length <= maximumConditions) return
  throw new StoreError(
    'STORE_INVALID_QUERY',
    `The filter has ${length} conditions. Use at most ${maximumConditions}.`,
  )
}
