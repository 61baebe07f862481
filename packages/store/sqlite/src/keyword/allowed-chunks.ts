import { listKey, type ListedFeature } from '@recallite/keyword-ranking'
import type { KeywordQuery, LeafQuery } from '@recallite/store'
import type { ChunkLengths, PostingReader } from './postings.js'
import { seek } from './number-list.js'

/** Which chunks a search may give, by their positions: 1 for each that it may. */
export type Allowed = Uint8Array

/** What is known of a search when it is asked which chunks it may give. */
export interface AllowedRequest {
  readonly query: KeywordQuery
  /** The rows that a filter lets through, as JSON. */
  readonly within: string | undefined
  /** The features whose chunks are listed and have some score; of some there are none. */
  readonly listed: readonly { readonly feature: ListedFeature; readonly isEmpty: () => boolean }[]
  /** The stems that begin with a prefix; undefined if these are not all. */
  readonly expand: (prefix: string) => readonly string[] | undefined
}

/** Tells which chunks match a query and pass a filter; remembers the last filter. */
export function createAllowedChunks(postings: PostingReader) {
  let last: { readonly within: string; readonly chunks: ChunkLengths; readonly allowed: Allowed } | undefined

  function passing(within: string, chunks: ChunkLengths): Allowed {
    if (last?.within === within && last.chunks === chunks) return last.allowed
    const rows = new Float64Array(JSON.parse(within)).toSorted()
    const allowed = new Uint8Array(chunks.rows.length)
    let position = 0
    for (const row of rows) {
      position = seek(chunks.rows, row, position)
      if (chunks.rows[position] === row) allowed[position] = 1
    }
    last = { within, chunks, allowed }
    return allowed
  }

  /** The chunks that match, or undefined if every listed chunk does and no other. */
  function matching(request: AllowedRequest, chunks: ChunkLengths): Allowed | undefined {
    const { query } = request
    const leaves = alternativesOf(query)
    if (leaves && isCovered(leaves, request)) return undefined
    const allowed = new Uint8Array(chunks.rows.length)
    for (const part of leaves ?? [query]) {
      const isListed = part.kind === 'word' || part.kind === 'place' || part.kind === 'phrase'
      const positions = isListed ? postings.list(part).found.numbers : postings.matching(part)
      for (const position of positions) allowed[position] = 1
    }
    return allowed
  }

  return {
    /** The chunks that pass the filter and match; `matched`: if these are not simply all listed ones, which match. */
    of(request: AllowedRequest, chunks: ChunkLengths) {
      const matched = matching(request, chunks)
      if (request.within === undefined) return { allowed: matched, matched }
      const passed = passing(request.within, chunks)
      return {
        allowed: matched ? matched.map((is, position) => is & (passed[position] ?? 0)) : passed,
        matched,
      }
    },
  }
}

/** The parts of which a match has at least one; undefined where a match must be more than that. */
function alternativesOf(query: KeywordQuery): readonly LeafQuery[] | undefined {
  if (query.kind === 'all' || query.kind === 'without') return undefined
  if (query.kind !== 'any') return [query]
  const parts = query.parts.map(alternativesOf)
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/** Whether the leaves match the listed chunks and no others: a phrase is nowhere without its words. */
function isCovered(leaves: readonly LeafQuery[], { listed, expand }: AllowedRequest): boolean {
  const found = new Set<string>()
  const phrases: (readonly string[])[] = []
  for (const leaf of leaves) {
    if (leaf.kind === 'phrase') phrases.push(leaf.stems)
    else if (leaf.kind === 'prefix') {
      const stems = expand(leaf.prefix)
      if (!stems) return false
      for (const stem of stems) found.add(stem)
    } else found.add(listKey(leaf))
  }
  const hasWordOf = (stems: readonly string[]) => stems.some((stem) => found.has(stem))
  const isFound = (feature: ListedFeature) =>
    found.has(listKey(feature)) || (feature.kind === 'phrase' && hasWordOf(feature.stems))
  const known = new Set(listed.map(({ feature }) => listKey(feature)))
  return (
    phrases.every(hasWordOf) &&
    [...found].every((key) => known.has(key)) &&
    listed.every(({ feature, isEmpty }) => isFound(feature) || isEmpty())
  )
}
