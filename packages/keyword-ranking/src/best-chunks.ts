import { createTopScores } from './top-scores.js'
import { createUpperBounds, postingsPerScore, type BoundedChunk, type BoundedQuery } from './upper-bounds.js'

/** What the best chunks are chosen by. */
export interface BestChunksQuery extends BoundedQuery {
  /** How many chunks are wanted, from 1. */
  readonly limit: number
  /** By position, 1 for each chunk that may be given; without it, those that are in some list may. */
  readonly allowed?: Uint8Array | undefined
  /** Whether only chunks that are in some list may be given, whatever is allowed. */
  readonly isCovered: boolean
  /** Whether the upper bounds, as close as the lists allow, are taken for the scores. */
  readonly isEstimate: boolean
  /** The least number of chunks in a batch: to ask for a few takes as long as to score some too many. */
  readonly leastBatch: number
  /** The most chunks that are scored; only where thousands have nearly the same words. Default 20,000. */
  readonly mostScored?: number | undefined
}

/** A chunk that was scored. */
export interface ScoredPosition {
  readonly position: number
  readonly score: number
}

/** A search for the best chunks: made by `findBestChunks`. */
export type BestChunks = ReturnType<typeof findBestChunks>

/** Sums of the same numbers in another order differ by less. */
const roundingShare = 1e-6

/** At first, lists are read until those left add less than this share of what the first one adds. */
const littleShare = 0.15

/** How many chunks are scored at once for each that was. */
const batchShare = 1 / 2

/** For how many chunks close bounds are computed at first, for each that is wanted, and then. */
const firstReach = 2
const nextReach = 20
const reachGrowth = 4

/**
 * Finds the chunks with the highest BM25 scores, as if every chunk were scored. Posting lists say what a chunk scores at most: its upper
 * bound. Lists are read in the order of what they may add, until those left cannot lift a chunk above the threshold, the
 * lowest score wanted (MaxScore of Turtle and Flood, term at a time). Chunks are scored in the order of their upper bounds until
 * none is as high as the threshold (the threshold algorithm of Fagin, Lotem and Naor).
 */
export function findBestChunks(query: BestChunksQuery) {
  const { index, limit, allowed, isCovered, isEstimate, leastBatch, mostScored = 20_000 } = query
  const upper = createUpperBounds(query)
  const { sums } = upper
  const scores = createTopScores(limit)
  const scored: ScoredPosition[] = []
  const asked = new Set<number>()
  let waiting: BoundedChunk[] = []
  const threshold = () => scores.least() * (1 - roundingShare)

  function readNext(): void {
    const [next] = upper.left()
    if (next) upper.read(next)
  }

  function readWhile(isWanted: () => boolean): void {
    while (upper.left().length > 0 && isWanted()) readNext()
  }

  function readFirst(): void {
    const [first] = upper.left()
    if (first) upper.read(first)
    readWhile(() => upper.rest() > (first?.most ?? 0) * littleShare)
  }

  const isCandidate = (position: number): boolean =>
    (allowed === undefined || allowed[position] === 1) && (!isCovered || (sums[position] ?? 0) > 0)

  /** Those with the highest sums of the candidates that were not scored. */
  function highest(most: number) {
    const top = createTopScores(most)
    let least = -Infinity
    for (let position = 0; position < sums.length; position += 1) {
      const sum = sums[position] ?? 0
      if (sum > least && isCandidate(position)) {
        top.add(sum, position)
        least = top.least()
      }
    }
    return top
  }

  /** The chunks that were not scored and may be among the best. */
  function candidates(): number[] {
    const rest = upper.rest()
    const least = threshold()
    const positions: number[] = []
    for (let position = 0; position < sums.length; position += 1) {
      if ((sums[position] ?? 0) + rest < least) continue
      if (isCandidate(position) && !asked.has(position)) positions.push(position)
    }
    return positions
  }

  /** The chunks whose upper bound is as high as the threshold, the highest first. */
  function promising(all: Int32Array): BoundedChunk[] {
    const find = (positions: Int32Array) => upper.close(upper.narrow(positions, threshold()), threshold())
    let found = find(all)
    for (const list of upper.left()) {
      if (upper.isNear(list)) continue
      const { feature, chunks: length } = list
      if (!index.isWorthReading(feature, { length, saved: found.length * postingsPerScore })) continue
      index.list(feature)
      found = find(Int32Array.from(found, ({ position }) => position))
    }
    return found.toSorted((a, b) => b.bound - a.bound)
  }

  /** Takes the next ones to score from those that wait. */
  function nextBatch(): readonly number[] {
    const size = Math.max(limit - scored.length, leastBatch, Math.floor((asked.size - limit) * batchShare))
    const batch = waiting.splice(0, Math.min(size, mostScored - asked.size))
    const positions = batch.filter(({ bound }) => bound >= threshold()).map(({ position }) => position)
    for (const { position, bound } of batch) {
      if (bound < threshold()) break
      asked.add(position)
      if (isEstimate) add(position, bound)
    }
    return positions
  }

  function add(position: number, score: number): void {
    scores.add(score, position)
    scored.push({ position, score })
  }

  /** As many chunks as are wanted, which seem to score high. */
  function findFirst(): BoundedChunk[] {
    readFirst()
    let top = highest(firstReach * limit)
    while (top.least() === -Infinity && upper.left().length > 0) {
      readNext()
      top = highest(firstReach * limit)
    }
    return promising(Int32Array.from(top.keys()).toSorted()).slice(0, limit)
  }

  function* batchesOf(): Generator<readonly number[], void> {
    for (let next = nextBatch(); next.length > 0; next = nextBatch()) {
      if (!isEstimate) yield next
    }
  }

  return {
    /** The positions of the chunks to score, batch by batch: their scores are to be added before the next batch is taken. */
    *batches(): Generator<readonly number[], void> {
      if (isEstimate) readWhile(() => true)
      waiting = findFirst()
      yield* batchesOf()
      readWhile(() => upper.rest() >= threshold())
      waiting = promising(new Int32Array(candidates()))
      yield* batchesOf()
    },
    add,
    /** The best chunks, in no order, and those that are equal to the last of them. */
    best: (): readonly ScoredPosition[] => scored.filter(({ score }) => score >= scores.least()),
    /** How many others might be among the best. */
    unscored: (): number => waiting.filter(({ bound }) => bound >= threshold()).length,
  }
}
