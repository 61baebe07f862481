import { createTopScores } from '@recallite/keyword-ranking'
import type { Allowed } from './allowed-chunks.js'
import type { BoundedChunk, UpperBounds } from './upper-bounds.js'

/** A chunk that was scored. */
export interface ScoredChunk {
  readonly row: number
  readonly score: number
  /** What it was scored by, if that was read. */
  readonly termList: Uint8Array | undefined
}

/** The chunks that may be scored, and the bounds of their scores. */
export interface CandidateChunks {
  readonly upper: UpperBounds
  readonly allowed: Allowed | undefined
  readonly matched: Allowed | undefined
}

/** How many chunks are scored at once, at least and for each that was: a statement for a few takes longer than to score some too many. */
const leastBatch = 8
const batchShare = 1 / 2

/** Sums of the same numbers in another order differ by less. */
const roundingShare = 1e-9

/** Lists that add less than this share of what the rarest word adds are looked up for the candidates of the others. */
const littleShare = 0.15

/** So many chunks for each one wanted are looked at closely to find the score that the best ones have at least. */
const boundedPerWanted = 2

/**
 * Decides which chunks are scored next, until `limit` scores are as high as any other can be. The first are those that score
 * high as far as the lists tell: with their scores most of the others need no close look. Then come those with the highest bounds.
 */
export function createScoringOrder(chunks: CandidateChunks, limit: number) {
  const scores = createTopScores(limit)
  const scored: ScoredChunk[] = []
  /** The chunks to score first, once that was asked. */
  let first: ReadonlySet<number> | undefined
  /** The others that may be among the best, with the highest bound first, once that was asked. */
  let waiting: BoundedChunk[] | undefined
  const lowest = () => scores.least() * (1 - roundingShare)

  return {
    /** The positions of the chunks to score next, at most so many; none once no other chunk can be among the best. */
    next(most: number): readonly number[] {
      if (first === undefined) {
        first = new Set(firstToScore(chunks, limit).slice(0, most))
        if (first.size > 0) return [...first]
      }
      waiting ??= listWaiting(chunks, lowest(), first)
      const others = scored.length - first.size
      const wanted = Math.max(limit - scored.length, leastBatch, Math.floor(others * batchShare))
      const batch = waiting.splice(0, Math.min(wanted, Math.max(0, most)))
      return batch.filter(({ bound }) => bound >= lowest()).map(({ position }) => position)
    },
    add(found: readonly ScoredChunk[]): void {
      for (const chunk of found) {
        scores.add(chunk.score, chunk.row)
        scored.push(chunk)
      }
    },
    /** The best of those scored, in no order, and those that are equal to the last of them. */
    best: (): readonly ScoredChunk[] => scored.filter(({ score }) => score >= scores.least()),
    /** How many others might be among the best. */
    unscored: (): number => (waiting ?? []).filter(({ bound }) => bound >= lowest()).length,
  }
}

/** The positions of as many chunks as are wanted, those whose scores are known to be high. */
function firstToScore(chunks: CandidateChunks, limit: number): readonly number[] {
  const positions = addListsThatCount(chunks, boundedPerWanted * limit).toSorted((a, b) => a - b)
  const best = createTopScores(limit)
  for (const { position, least } of chunks.upper.boundsOf(positions, -Infinity)) best.add(least, position)
  return best.keys()
}

function isCandidate({ upper: { sums }, allowed, matched }: CandidateChunks, position: number): boolean {
  const isMatch = (sums[position] ?? 0) > 0 || matched?.[position] === 1
  return isMatch && (allowed === undefined || allowed[position] === 1)
}

/** Adds lists until those left add little, and gives the candidates with the highest sums. */
function addListsThatCount(chunks: CandidateChunks, most: number): readonly number[] {
  const { upper } = chunks
  const whole = upper.rest()
  upper.addList()
  const little = (whole - upper.rest()) * littleShare
  while (upper.rest() > little && upper.addList());
  let best = highestSums(chunks, most)
  while (best.least() === -Infinity && upper.addList()) best = highestSums(chunks, most)
  return best.keys()
}

/** The candidates with the highest sums. */
function highestSums(chunks: CandidateChunks, most: number) {
  const { sums } = chunks.upper
  const best = createTopScores(most)
  let least = -Infinity
  for (let position = 0; position < sums.length; position += 1) {
    const sum = sums[position] ?? 0
    if (sum > least && isCandidate(chunks, position)) {
      best.add(sum, position)
      least = best.least()
    }
  }
  return best
}

/** The candidates besides some whose bound is as high as `least`, with the highest first. */
function listWaiting(chunks: CandidateChunks, least: number, besides: ReadonlySet<number>): BoundedChunk[] {
  const { upper } = chunks
  while (upper.rest() >= least && upper.addList());
  const { sums } = upper
  const rest = upper.rest()
  const positions: number[] = []
  for (let position = 0; position < sums.length; position += 1) {
    if ((sums[position] ?? 0) + rest < least) continue
    if (isCandidate(chunks, position) && !besides.has(position)) positions.push(position)
  }
  return upper.boundsOf(positions, least).toSorted((a, b) => b.bound - a.bound)
}
