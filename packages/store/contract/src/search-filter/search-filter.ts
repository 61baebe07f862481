import type { Filter, JsonCondition } from '../filter/index.js'
import { StoreError } from '../errors.js'
import type { QueryTree } from '../query.js'

/** How many filters `all` or `any` may join; drivers take this much and refuse more. */
export const maximumConditions = 100

/** What is asked of a field of a document's metadata; how values compare stands at `readFieldValue`. */
export type FieldTest =
  /** It has a value, or one of the fields in it has: not null, not blank, no empty list. */
  | { readonly operator: 'present' }
  /** One of its values is one of these; a month or a year has all its days. */
  | { readonly operator: '='; readonly values: readonly string[] }
  /** One of its values is of this one's kind and lies so; `isLoose`: or is no number. */
  | { readonly operator: '<' | '<=' | '>' | '>='; readonly value: string; readonly isLoose?: boolean }

/**
 * What must hold of a chunk or its document. Several values of one condition: any of them will do, of none nothing
 * holds. Texts are compared without case and accents (`foldLine`), names of roots as they are.
 */
export type SearchCondition =
  | { readonly kind: 'root'; readonly names: readonly string[] }
  /** The document's path inside its root fits a glob (see `createPathMatcher`). */
  | { readonly kind: 'path'; readonly globs: readonly string[] }
  /** A title among the chunk's `sections` has the text in it; what is blank is in none. */
  | { readonly kind: 'heading'; readonly texts: readonly string[] }
  /** The document's date lies between two days, both included; null: no end. What has no date never does. */
  | { readonly kind: 'date'; readonly from: string | null; readonly to: string | null }
  /** One of these fields, named as `fieldsOf` names them, passes. */
  | { readonly kind: 'field'; readonly keys: readonly string[]; readonly test: FieldTest }
  /** The chunk matches; nested more than `maximumQueryDepth` levels deep, the query is refused. */
  | { readonly kind: 'words'; readonly query: QueryTree }
  /** The document's metadata, compared exactly: what `@recallite/store/filter` reads is a part of such a filter. */
  | JsonCondition

/** Narrows both retrievers alike, before they cut to `limit`. */
export type SearchFilter = Filter<SearchCondition>

/** The filter that holds where each of those given does; undefined if there are none. */
export function allOf(...filters: readonly (SearchFilter | undefined)[]): SearchFilter | undefined {
  const given = filters.filter((filter) => filter !== undefined)
  return given.length < 2 ? given[0] : { kind: 'all', filters: given }
}

/** The conditions that a filter joins, negated or not. */
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
