import { seek } from './posting-list.js'
import { createUpperBounds, type BoundedChunk, type BoundedQuery } from './upper-bounds.js'

/** What the best chunks are chosen by. */
export interface BestChunksQuery extends BoundedQuery {
  /** How many chunks are wanted, from 1. */
  readonly limit: number
  /** By chunk, 1 for each that may be given; without it, all may. */
  readonly allowed?: Uint8Array | undefined
  /** Whether only those may that are in some list. */
  readonly isCovered: boolean
  /** The least number of chunks in a batch: to read a few takes as long as to score some too many. */
  readonly leastBatch: number
  /** How many chunks are bounded closely to choose the first batch: more where a batch takes long. */
  readonly boundedFirst: number
  /** The most chunks that are scored; only where thousands have nearly the same words. Default 20,000. */
  readonly mostScored?: number | undefined
}

/** A search for the best chunks: made by `findBestChunks`. */
export type BestChunks = ReturnType<typeof findBestChunks>

/** Sums of the same numbers in another order, and impacts of 32 bits, differ by less. */
const roundingShare = 1e-6

/** At first, lists are added up until those left add less than this share of what the first one adds. */
const littleShare = 0.15

/** How many chunks are scored at once for each that was, besides the first. */
const batchShare = 1 / 2

/**
 * Finds the chunks with the highest BM25 scores, as if every chunk were scored. Posting lists say what a chunk scores at most: its upper
 * bound. Lists are added up in the order of what they may add (as in MaxScore of Turtle and Flood, term at a time). Once those left
 * add little, the chunks with the highest sums are scored: their lowest score is the threshold. Then all lists are added up, and
 * chunks are scored in the order of their upper bounds until none is as high as the threshold, which rises with every score (the
 * threshold algorithm of Fagin, Lotem and Naor).
 */
export function findBestChunks(query: BestChunksQuery) {
  const { limit, leastBatch, mostScored = 20_000 } = query
  const candidates = createCandidates(query)
  const topScores = createTopScores(limit)
  const scored: { readonly chunk: number; readonly score: number }[] = []
  const given = new Set<number>()
  let waiting: readonly BoundedChunk[] = []
  const threshold = () => topScores.least() * (1 - roundingShare)
  const promising = () => waiting.filter(({ bound }) => bound >= threshold())

  /** Gives the chunks with the highest upper bounds until those of the others are too low. */
  function* batchesOf(bounded: readonly BoundedChunk[]): Generator<readonly number[], void> {
    waiting = bounded
    while (given.size < mostScored) {
      waiting = promising()
      if (waiting.length === 0) return
      const size = Math.max(limit - scored.length, leastBatch, Math.floor((given.size - limit) * batchShare))
      const batch = waiting.slice(0, Math.min(size, mostScored - given.size)).map(({ chunk }) => chunk)
      waiting = waiting.slice(batch.length)
      for (const chunk of batch) given.add(chunk)
      yield batch
    }
  }

  return {
    /** The chunks to score, batch by batch: their scores are to be added before the next batch is taken. */
    *batches(): Generator<readonly number[], void> {
      yield* batchesOf(candidates.first(Math.max(limit, leastBatch)))
      yield* batchesOf(candidates.others(threshold(), given))
    },
    /** Adds the score of a chunk. */
    add(chunk: number, score: number): void {
      topScores.add(score, chunk)
      scored.push({ chunk, score })
    },
    /** The best chunks, in no order, and those that are equal to the last of them. */
    best: () => scored.filter(({ score }) => score >= topScores.least()),
    /** How many others might be among the best. */
    unscored: (): number => promising().length,
  }
}

/** Finds chunks with high upper bounds. */
function createCandidates(query: BestChunksQuery) {
  const { allowed, isCovered, boundedFirst } = query
  const upper = createUpperBounds(query)
  const { sums } = upper
  const isCandidate = (chunk: number): boolean =>
    (allowed === undefined || allowed[chunk] === 1) && (!isCovered || (sums[chunk] ?? 0) > 0)

  /** Those with the highest sums. */
  function highest(most: number) {
    const top = createTopScores(most)
    let least = -Infinity
    for (let chunk = 0; chunk < sums.length; chunk += 1) {
      const sum = sums[chunk] ?? 0
      if (sum > least && isCandidate(chunk)) {
        top.add(sum, chunk)
        least = top.least()
      }
    }
    return top
  }

  return {
    /** As many chunks as that, of those that seem to score high. */
    first(wanted: number): BoundedChunk[] {
      const little = upper.addNext() * littleShare
      while (upper.hasLeft() && upper.rest() > little) upper.addNext()
      let top = highest(Math.max(boundedFirst, wanted))
      while (top.least() === -Infinity && upper.hasLeft()) {
        upper.addNext()
        top = highest(Math.max(boundedFirst, wanted))
      }
      return upper.close(Int32Array.from(top.keys()).toSorted(), -Infinity).slice(0, wanted)
    },
    /** The other chunks whose upper bound is at least the threshold. */
    others(threshold: number, besides: ReadonlySet<number>): BoundedChunk[] {
      // To add a list up takes less time than it saves: without it, a third more chunks have to be bounded closely.
      while (upper.hasLeft()) upper.addNext()
      const rest = upper.rest()
      const chunks: number[] = []
      for (let chunk = 0; chunk < sums.length; chunk += 1) {
        if ((sums[chunk] ?? 0) + rest < threshold) continue
        if (isCandidate(chunk) && !besides.has(chunk)) chunks.push(chunk)
      }
      return upper.close(new Int32Array(chunks), threshold)
    },
  }
}

/** Keeps the keys of the highest scores of those that are added, all above −Infinity. */
export function createTopScores(most: number) {
  /** The lowest first; the keys are in the same order. */
  const scores = new Float64Array(most).fill(-Infinity)
  const keys = new Float64Array(most)
  return {
    /** Keeps the key if its score is above the lowest of those that are kept, or while fewer than wanted are kept. */
    add(score: number, key: number): void {
      if (score <= (scores[0] ?? Infinity)) return
      const lower = seek(scores, score, 0)
      for (const list of [scores, keys]) list.copyWithin(0, 1, lower)
      scores[lower - 1] = score
      keys[lower - 1] = key
    },
    /** The lowest of the highest scores; −Infinity while there are fewer than wanted. */
    least: (): number => scores[0] ?? Infinity,
    keys: (): number[] => [...keys].filter((_, at) => (scores[at] ?? 0) > -Infinity),
  }
}
