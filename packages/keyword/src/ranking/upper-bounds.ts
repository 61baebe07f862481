import type { ListedFeature } from '@recallite/store/query'
import { inverseDocumentFrequency, mostSaturation } from './bm25.js'
import { anyPosition, indexesIn, notListed, type PostingIndex, type PostingList } from './posting-list.js'
import type { ScoreBounds } from './score-bounds.js'

/** What the scores of chunks are bounded by. */
export interface BoundedQuery {
  readonly index: PostingIndex
  readonly bounds: ScoreBounds
  /** How many chunks have what is listed; undefined if that was not counted. */
  readonly chunksWith: (feature: ListedFeature) => number | undefined
}

/** A chunk and the upper bound of its score. */
export interface BoundedChunk {
  readonly chunk: number
  readonly bound: number
}

/** A posting list of a query. */
interface BoundedList {
  readonly feature: ListedFeature
  /** What it adds for each unit of saturation, alone and with all that it is a part of. */
  readonly weight: number
  readonly mostWeight: number
}

/** Makes upper bounds of the scores of all chunks: quick ones list by list, and close ones of some chunks. */
export function createUpperBounds(query: BoundedQuery) {
  const { index, bounds } = query
  const { norms } = index
  const lists = listsOf(query)
  const sums = new Float64Array(norms.length)
  /** Those that are not added up, the one that may add most first. */
  let left: readonly BoundedList[] = lists.toSorted((a, b) => b.mostWeight - a.mostWeight)

  return {
    /** By chunk, the most that it has by the lists added up; 0 for those in none of them. */
    sums,
    hasLeft: (): boolean => left.length > 0,
    /** The most that any chunk has besides. */
    rest: (): number =>
      left.reduce((sum, { mostWeight }) => sum + mostWeight * mostSaturation, bounds.unlisted),
    /** Adds up the list that may add most of those left, and tells how much that is. */
    addNext(): number {
      const [next, ...others] = left
      if (!next) return 0
      left = others
      addList(index.list(next.feature), sums, next.mostWeight)
      return next.mostWeight * mostSaturation
    },
    /**
     * The chunks whose bound is at least `threshold`, the highest first. The bound is the closest that postings give: how often a
     * chunk has each word, and which of them may stand side by side. `chunks`: in rising order.
     */
    close(chunks: Int32Array, threshold: number): BoundedChunk[] {
      const table = createPostingTable(chunks, lists.length)
      for (const [column, { feature, weight }] of lists.entries())
        addColumn(table, index.list(feature), { column, weight })
      const bounded: BoundedChunk[] = []
      for (let row = 0; row < chunks.length; row += 1) {
        const chunk = chunks[row] ?? 0
        table.postings.from = row * lists.length
        const others = bounds.unlisted + bounds.boundOfOthers(table.postings, norms[chunk] ?? 0)
        const bound = (table.sums[row] ?? 0) + others
        if (bound >= threshold) bounded.push({ chunk, bound })
      }
      return bounded.toSorted((a, b) => b.bound - a.bound)
    },
  }
}

function listsOf({ index, bounds, chunksWith }: BoundedQuery): BoundedList[] {
  const rarities = bounds.lists.map((feature) =>
    inverseDocumentFrequency(index.norms.length, chunksWith(feature) ?? 0),
  )
  const others = bounds.weightsOfOthers(rarities)
  return bounds.lists.map((feature, list) => {
    const weight = bounds.weights[list] ?? 0
    return { feature, weight, mostWeight: weight + (others[list] ?? 0) }
  })
}

function addList({ chunks, impacts }: PostingList, sums: Float64Array, weight: number): void {
  for (let at = 0; at < chunks.length; at += 1) {
    const chunk = chunks[at] ?? 0
    sums[chunk] = (sums[chunk] ?? 0) + weight * (impacts[at] ?? 0)
  }
}

/** A row for each chunk and a column for each list, and by row the sum of weight × saturation. */
function createPostingTable(chunks: Int32Array, width: number) {
  const length = chunks.length * width
  const [inText, beside] = [new Uint8Array(length), new Uint8Array(length)]
  const postings = { from: 0, inText, beside, positions: new Int32Array(length) }
  return { chunks, width, postings, sums: new Float64Array(chunks.length) }
}

function addColumn(
  { chunks, width, postings, sums }: ReturnType<typeof createPostingTable>,
  list: PostingList,
  { column, weight }: { readonly column: number; readonly weight: number },
): void {
  const { inText, beside, impacts, positions } = list
  const indexes = indexesIn(list, chunks)
  for (let row = 0; row < indexes.length; row += 1) {
    const at = indexes[row] ?? notListed
    if (at === notListed) continue
    const to = row * width + column
    sums[row] = (sums[row] ?? 0) + weight * (impacts[at] ?? 0)
    postings.inText[to] = inText[at] ?? 0
    postings.beside[to] = beside[at] ?? 0
    postings.positions[to] = positions?.[at] ?? anyPosition
  }
}
