import { inverseDocumentFrequency, maxSaturation } from './bm25.js'
import type { PostingIndex, PostingList } from './posting-list.js'
import type { UpperBounds } from './upper-bounds.js'

/** What the best chunks are chosen by. */
export interface BestChunksQuery {
  readonly index: PostingIndex
  readonly bounds: UpperBounds
  /** How many chunks are wanted, from 1. */
  readonly limit: number
  /** By chunk, 1 for each that may be given; without it, all may. */
  readonly allowed?: Uint8Array | undefined
  /** Whether only those may that are in some list. */
  readonly isCovered: boolean
  /** How many chunks are scored at once: reading a few takes as long as scoring some too many. */
  readonly batchSize: number
  /** The most chunks that are scored; reached only where thousands have nearly the same words. Default 20,000. */
  readonly maxScored?: number | undefined
}

/** A search for the best chunks: made by `findBestChunks`. */
export type BestChunks = ReturnType<typeof findBestChunks>

/** Sums of the same numbers in another order, and impacts of 32 bits, differ by less. */
const roundingShare = 1e-6

/**
 * Finds the chunks with the highest BM25 scores, as if every chunk were scored, by MaxScore: H. Turtle and J. Flood, Query evaluation:
 * strategies and optimizations, 1995, https://doi.org/10.1016/0306-4573(95)00020-H.
 *
 * Each posting list has an upper bound: the most that it adds to a score. The chunks with the highest sums over the lists are scored
 * first; the lowest of the best scores is the threshold. With the lists in the order of their upper bounds, those from a pivot on are
 * non-essential: all of them together stay below the threshold. So only chunks of the essential lists, before the pivot, are
 * candidates. They are scored in the order of closer upper bounds until none reaches the threshold, which rises with the scores.
 */
export function findBestChunks(query: BestChunksQuery) {
  const { limit, batchSize, maxScored = 20_000 } = query
  const topScores = createTopScores(limit)
  const scored: { readonly chunk: number; readonly score: number }[] = []
  let waiting: readonly BoundedChunk[] = []
  const threshold = () => topScores.min() * (1 - roundingShare)
  const promising = () => waiting.filter(({ bound }) => bound >= threshold())
  return {
    /** The chunks to score, batch by batch: their scores are to be added before the next batch is taken. */
    *batches(): Generator<readonly number[], void> {
      const candidates = createCandidates(query)
      const first = candidates.highest(Math.min(Math.max(limit, batchSize), maxScored))
      yield first
      waiting = candidates.above(threshold(), first)
      for (let given = first.length; given < maxScored; given += batchSize) {
        waiting = promising()
        if (waiting.length === 0) return
        const batch = waiting.slice(0, Math.min(batchSize, maxScored - given))
        waiting = waiting.slice(batch.length)
        yield batch.map(({ chunk }) => chunk)
      }
    },
    /** Adds the score of a chunk. */
    add(chunk: number, score: number): void {
      topScores.add(score, chunk)
      scored.push({ chunk, score })
    },
    /** The best chunks, in no order, and those that are equal to the last of them. */
    best: () => scored.filter(({ score }) => score >= topScores.min()),
    /** How many others might be among the best. */
    unscored: (): number => promising().length,
  }
}

/** A chunk and the upper bound of its score. */
interface BoundedChunk {
  readonly chunk: number
  readonly bound: number
}

/** Finds the chunks whose upper bounds are high. */
function createCandidates(query: BestChunksQuery) {
  const { index, bounds, allowed, isCovered } = query
  const { lists, ordered, sums } = readLists(query)
  const isAllowed = (chunk: number): boolean => allowed === undefined || allowed[chunk] === 1

  /** The chunks of each essential list. */
  function* essential(threshold: number): Generator<Int32Array> {
    if (!isCovered && threshold <= 0) yield Int32Array.from(sums.keys())
    let rest = ordered.reduce((sum, { weight }) => sum + weight * maxSaturation, 0)
    for (const { chunks, weight } of ordered) {
      // The pivot: from here on the lists are non-essential.
      if (rest < threshold) return
      yield chunks
      rest -= weight * maxSaturation
    }
  }

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
      /** By chunk, the number of its row in the table, from 1; −1 for the others. */
      const rows = new Int32Array(sums.length)
      for (const chunk of others) rows[chunk] = -1
      const chunks: number[] = []
      for (const list of essential(threshold)) {
        for (let at = 0; at < list.length; at += 1) {
          const chunk = list[at] ?? 0
          if ((sums[chunk] ?? 0) < threshold || rows[chunk] !== 0) continue
          if (isAllowed(chunk)) rows[chunk] = chunks.push(chunk)
        }
      }
      const table = { lists, from: 0, postings: findPostings(lists, rows, chunks.length) }
      const bounded: BoundedChunk[] = []
      for (const chunk of chunks) {
        const bound = bounds.boundOf(table, index.norms[chunk] ?? 0)
        if (bound >= threshold) bounded.push({ chunk, bound })
        table.from += lists.length
      }
      return bounded.toSorted((a, b) => b.bound - a.bound)
    },
  }
}

/** The lists of a query, also the one with the highest upper bound first, and by chunk the sum of what its lists add at most. */
function readLists({ index, bounds }: BestChunksQuery) {
  const { length } = index.norms
  const lists = bounds.lists.map((feature) => index.list(feature))
  const weights = bounds.weights(lists.map(({ chunks }) => inverseDocumentFrequency(length, chunks.length)))
  const ordered = lists
    .map((list, number) => ({ ...list, weight: weights[number] ?? 0 }))
    .toSorted((a, b) => b.weight - a.weight)
  const sums = new Float64Array(length)
  for (const { chunks, impacts, weight } of ordered) {
    for (let at = 0; at < chunks.length; at += 1) {
      const chunk = chunks[at] ?? 0
      sums[chunk] = (sums[chunk] ?? 0) + weight * (impacts[at] ?? 0)
    }
  }
  return { lists, ordered, sums }
}

/** A table with a column for each list: the posting of a row's chunk there, from 1; 0 if there is none. */
function findPostings(lists: readonly PostingList[], rows: Int32Array, count: number): Int32Array {
  const table = new Int32Array(count * lists.length)
  for (const [column, { chunks }] of lists.entries()) {
    for (let at = 0; at < chunks.length; at += 1) {
      const row = rows[chunks[at] ?? 0] ?? 0
      if (row > 0) table[(row - 1) * lists.length + column] = at + 1
    }
  }
  return table
}

/** Keeps the keys of the highest scores of those that are added, all above −Infinity. */
export function createTopScores(count: number) {
  /** The lowest first; the keys are in the same order. */
  const scores = new Float64Array(count).fill(-Infinity)
  const keys = new Float64Array(count)
  return {
    /** Keeps the key if its score is above the lowest of those that are kept, or while fewer than wanted are kept. */
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
    /** The lowest of the highest scores; −Infinity while there are fewer than wanted. */
    min: (): number => scores[0] ?? Infinity,
    keys: (): number[] => [...keys].filter((_, at) => (scores[at] ?? 0) > -Infinity),
  }
}
