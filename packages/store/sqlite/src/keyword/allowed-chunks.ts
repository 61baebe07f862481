import { seek, type KeywordScorer, type ListedFeature } from '@recallite/keyword-ranking'
import { alternativesOf, isCovered, type KeywordQuery } from '@recallite/store'
import type { PostingReader } from './postings.js'

/** What is known of a search when it is asked which chunks it may give. */
export interface AllowedRequest {
  readonly query: KeywordQuery
  /** The rows that a filter lets through, as JSON. */
  readonly within: string | undefined
  /** The features whose chunks are listed. */
  readonly lists: readonly ListedFeature[]
  readonly scorer: Pick<KeywordScorer, 'chunksWith' | 'allOf'>
}

/** By position, 1 for each chunk that a search may give. */
type Allowed = Uint8Array

/** Tells which chunks match a query and pass a filter; remembers the last filter. `rows`: of all chunks, by position. */
export function createAllowedChunks(postings: PostingReader) {
  let last: { readonly within: string; readonly rows: Float64Array; readonly allowed: Allowed } | undefined

  function passing(within: string, rows: Float64Array): Allowed {
    if (last?.within === within && last.rows === rows) return last.allowed
    const allowed = new Uint8Array(rows.length)
    let position = 0
    for (const row of new Float64Array(JSON.parse(within)).toSorted()) {
      position = seek(rows, row, position)
      if (rows[position] === row) allowed[position] = 1
    }
    last = { within, rows, allowed }
    return allowed
  }

  function matching(query: KeywordQuery, length: number): Allowed {
    const allowed = new Uint8Array(length)
    for (const part of alternativesOf(query) ?? [query]) {
      const isListed = part.kind === 'word' || part.kind === 'place' || part.kind === 'phrase'
      const positions = isListed ? postings.list(part).positions : postings.matching(part)
      for (const position of positions) allowed[position] = 1
    }
    return allowed
  }

  return {
    /** The chunks that pass the filter and match. `isCovered`: if those match that are in any of the lists. */
    of({ query, within, lists, scorer }: AllowedRequest, rows: Float64Array) {
      const passed = within === undefined ? undefined : passing(within, rows)
      // Lists that had no chunk when they were counted are read to make sure; it takes no time.
      const isEmpty = (list: ListedFeature) =>
        scorer.chunksWith(list) === 0 && postings.list(list).positions.length === 0
      if (isCovered(query, lists, { expand: scorer.allOf, isEmpty }))
        return { allowed: passed, isCovered: true }
      const matched = matching(query, rows.length)
      return { allowed: passed ? matched.map((is, at) => is & (passed[at] ?? 0)) : matched, isCovered: false }
    },
  }
}
