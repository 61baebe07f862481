import { inverseDocumentFrequency } from './bm25.js'
import type { PostingIndex, PostingList } from './posting-list.js'
import type { UpperBounds } from './upper-bounds.js'

/** A query for the best chunks. */
export interface BestChunksQuery {
  readonly index: PostingIndex
  readonly bounds: UpperBounds
  /** The number of best chunks, from 1. */
  readonly limit: number
  /** By chunk, 1 if it passes the filter; default: all pass. */
  readonly allowed?: Uint8Array | undefined
  /** Whether only chunks of some list match. */
  readonly isCovered: boolean
  /** The number of chunks per batch: one SQL statement costs more than scoring a few extra chunks. */
  readonly batchSize: number
  /** Max scored chunks, reached only if thousands have nearly the same words. Default 20,000. */
  readonly maxScored?: number | undefined
}

/** A search for the best chunks. */
export type BestChunks = ReturnType<typeof findBestChunks>

/** Rounding errors of sums in another order and of 32-bit impacts are smaller. */
const roundingShare = 1e-6

/**
 * Finds the chunks with the highest BM25 scores without scoring all chunks, by MaxScore: H. Turtle and J. Flood, Query evaluation:
 * strategies and optimizations, 1995, https://doi.org/10.1016/0306-4573(95)00020-H.
 *
 * The sum over the posting lists of a chunk is an upper bound of its score. The chunks with the highest sums are scored first; the
 * lowest of the best scores is the threshold. Only chunks whose sums reach it are candidates. They are scored in the order of closer
 * upper bounds until none reaches the threshold, which rises with the scores.
 */
export function findBestChunks(query: BestChunksQuery) {
  const { limit, batchSize, maxScored = 20_000 } = query
  const topScores = createTopScores(limit)
  const scored: { readonly chunk: number; readonly score: number }[] = []
  let waiting: readonly BoundedChunk[] = []
  let given = 0
  const threshold = () => topScores.min() * (1 - roundingShare)
  const promising = (count = Infinity) =>
    waiting.slice(given, given + count).filter(({ bound }) => bound >= threshold())
  return {
    /** The chunks to score, in batches; add their scores before taking the next batch. */
    *batches(): Generator<readonly number[], void> {
      const candidates = createCandidates(query)
      const first = candidates.highest(Math.min(Math.max(limit, batchSize), maxScored))
      yield first
      waiting = candidates.above(threshold(), first)
      for (let rest = maxScored - first.length; rest > 0; rest -= batchSize) {
        const batch = promising(Math.min(batchSize, rest))
        if (batch.length === 0) return
        given += batch.length
        yield batch.map(({ chunk }) => chunk)
      }
    },
    /** Adds the score of a chunk. */
    add(chunk: number, score: number): void {
      topScores.add(score, chunk)
      scored.push({ chunk, score })
    },
    /** The best chunks, unordered, including all that tie with the last one. */
    best: () => scored.filter(({ score }) => score >= topScores.min()),
    /** The number of other chunks that might be among the best. */
    unscored: (): number => promising().length,
  }
}

/** A chunk and the upper bound of its score. */
type BoundedChunk = Readonly<Record<'chunk' | 'bound', number>>

function createCandidates(query: BestChunksQuery) {
  const { index, bounds, allowed, isCovered } = query
  const { lists, sums } = readLists(query)
  const isAllowed = (chunk: number): boolean => allowed === undefined || allowed[chunk] === 1

  return {
    /** The given number of chunks with the highest sums. */
    highest(count: number): number[] {
      const top = createTopScores(count)
      let min = isCovered ? 0 : -Infinity
      for (let chunk = 0; chunk < sums.length; chunk += 1) {
        const sum = sums[chunk] ?? 0
        if (sum <= min || !isAllowed(chunk)) continue
        top.add(sum, chunk)
        min = Math.max(min, top.min())
      }
      return top.keys()
    },
    /** The other chunks whose upper bound reaches the threshold, the highest first. */
    above(threshold: number, others: readonly number[]): BoundedChunk[] {
      for (const chunk of others) sums[chunk] = Number.NaN
      const min = isCovered ? Math.max(threshold, Number.MIN_VALUE) : threshold
      const chunks: number[] = []
      for (let chunk = 0; chunk < sums.length; chunk += 1)
        if ((sums[chunk] ?? 0) >= min && isAllowed(chunk)) chunks.push(chunk)
      const { counts, positions, exact } = findPostings(lists, chunks, sums.length)
      const bounded = chunks.map((chunk, row) => {
        const postings = { counts, positions, from: row * lists.length, sum: exact[row] ?? 0 }
        return { chunk, bound: bounds.boundOf(postings, index.norms[chunk] ?? 0) }
      })
      return bounded.filter(({ bound }) => bound >= threshold).toSorted((a, b) => b.bound - a.bound)
    },
  }
}

/** The lists of a query, and by chunk the sum of weight × impact. */
function readLists({ index, bounds }: BestChunksQuery) {
  const { length } = index.norms
  const lists = bounds.lists.map((feature, number) => {
    return { ...index.list(feature), exactWeight: bounds.exactWeights[number] ?? 0 }
  })
  const weights = bounds.weights(lists.map(({ chunks }) => inverseDocumentFrequency(length, chunks.length)))
  const sums = new Float64Array(length)
  for (const [number, { chunks, impacts }] of lists.entries()) {
    const weight = weights[number] ?? 0
    for (let at = 0; at < chunks.length; at += 1) {
      const chunk = chunks[at] ?? 0
      sums[chunk] = (sums[chunk] ?? 0) + weight * (impacts[at] ?? 0)
    }
  }
  return { lists, sums }
}

type WeightedList = PostingList & { readonly exactWeight: number }

/** Tables of postings with a row for each chunk and a column for each list, 0 if there is none; by row, the sum of exact weight × impact. */
function findPostings(lists: readonly WeightedList[], chunks: readonly number[], size: number) {
  const rows = new Int32Array(size).fill(-1)
  for (const [row, chunk] of chunks.entries()) rows[chunk] = row
  const counts = new Uint8Array(chunks.length * lists.length)
  const positions = new Int32Array(counts.length)
  const exact = new Float64Array(chunks.length)
  for (const [column, list] of lists.entries()) {
    for (let at = 0; at < list.chunks.length; at += 1) {
      const row = rows[list.chunks[at] as number] ?? -1
      if (row < 0) continue
      counts[row * lists.length + column] = list.counts[at] ?? 0
      positions[row * lists.length + column] = list.positions[at] ?? 0
      exact[row] = (exact[row] ?? 0) + list.exactWeight * (list.impacts[at] ?? 0)
    }
  }
  return { counts, positions, exact }
}

/** Keeps the keys of the highest scores, all above −Infinity. */
export function createTopScores(count: number) {
  const scores = new Float64Array(count).fill(-Infinity)
  const keys = new Float64Array(count)
  return {
    add(score: number, key: number): void {
      if (score <= (scores[0] ?? Infinity)) return
      let at = 0
      for (; at + 1 < count && (scores[at + 1] ?? 0) < score; at += 1) {
        scores[at] = scores[at + 1] ?? 0
        keys[at] = keys[at + 1] ?? 0
      }
      scores[at] = score
      keys[at] = key
    },
    /** The lowest of the highest scores; −Infinity while there are fewer than `count`. */
    min: (): number => scores[0] ?? Infinity,
    keys: (): number[] => [...keys].filter((_, at) => (scores[at] ?? 0) > -Infinity),
  }
}
