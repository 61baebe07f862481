import type { Filter } from '@recallite/filter'
import { StoreError } from '../errors.js'
import type { KeywordQuery } from '../query.js'

/** How many conditions a filter may have; drivers take this much and refuse more. */
export const maximumConditions = 100

/** What is asked of a field of a document's metadata; how values compare stands at `readFieldValue`. */
export type FieldTest =
  /** It has a value, or one of the fields in it has: not null, not blank, no empty list. */
  | { readonly operator: 'present' }
  /** One of its values is one of these; a month or a year has all its days. */
  | { readonly operator: '='; readonly values: readonly string[] }
  /** One of its values is of this one's kind and lies so. */
  | { readonly operator: '<' | '<=' | '>' | '>='; readonly value: string }

/**
 * What must hold of a chunk or its document. Several values of one condition: any of them will do, of none nothing
 * holds. Texts are compared without case and accents (`foldLine`), names of roots as they are.
 */
export type SearchCondition = {
  /** Lets through exactly what it would keep back. */
  readonly isNegated?: boolean | undefined
} & (
  | { readonly kind: 'root'; readonly names: readonly string[] }
  /** The document's path inside its root fits a glob (see `createPathMatcher`). */
  | { readonly kind: 'path'; readonly globs: readonly string[] }
  /** A title among the chunk's `sections` has the text in it; what is blank is in none. */
  | { readonly kind: 'heading'; readonly texts: readonly string[] }
  /** The document's date lies between two days, both included; null: no end. What has no date never does. */
  | { readonly kind: 'date'; readonly from: string | null; readonly to: string | null }
  /** One of these fields, named as `fieldsOf` names them, passes. */
  | { readonly kind: 'field'; readonly keys: readonly string[]; readonly test: FieldTest }
  /** The document's metadata match a filter of `@recallite/filter`. */
  | { readonly kind: 'metadata'; readonly filter: Filter }
  /** The chunk matches; nested more than `maximumQueryDepth` levels deep, the query is refused. */
  | { readonly kind: 'words'; readonly query: KeywordQuery }
)

/** Narrows both retrievers alike, before they cut to `limit`: every condition must hold. */
export type SearchFilter = readonly SearchCondition[]

/** @throws StoreError `STORE_INVALID_QUERY` for a filter of more than `maximumConditions` */
export function assertConditions(filter: SearchFilter): void {
  if (filter.length <= maximumConditions) return
  throw new StoreError(
    'STORE_INVALID_QUERY',
    `The filter has ${filter.length} conditions. Use at most ${maximumConditions}.`,
  )
}
