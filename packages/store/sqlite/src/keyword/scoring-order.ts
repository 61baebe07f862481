import type { Allowed } from './allowed-chunks.js'
import type { UpperBounds } from './upper-bounds.js'

/** A chunk that was scored. */
export interface ScoredChunk {
  readonly row: number
  readonly score: number
  /** What it was scored by, if that was read. */
  readonly termList: Uint8Array | undefined
}

/** The chunks that may be scored, and the bounds of their scores. */
export interface BoundedChunks {
  readonly upper: UpperBounds
  readonly allowed: Allowed | undefined
  readonly matched: Allowed | undefined
}

/** How many chunks are scored at once. */
const batchLength = 64

/** Sums of the same numbers in another order differ by less. */
const roundingShare = 1e-9

/** A chunk that has not been scored, and the most its score can be. */
interface Waiting {
  readonly position: number
  readonly bound: number
}

/** Decides which chunks are scored next, until `limit` scores are as high as any other can be. */
export function createScoringOrder(chunks: BoundedChunks, limit: number) {
  const scores = createTopScores(limit)
  const scored: ScoredChunk[] = []
  /** The chunks that remain, with the highest bound first, once there are scores. */
  let waiting: Waiting[] | undefined
  let promising: readonly number[] = []
  const lowest = () => scores.least() * (1 - roundingShare)

  return {
    /** The positions of the chunks that are most promising. */
    first(): readonly number[] {
      promising = mostPromising(chunks, limit)
      return promising
    },
    /** The positions of the next ones, at most so many; none once no other chunk can be among the best. */
    next(most: number): readonly number[] {
      waiting ??= listWaiting(chunks, lowest(), new Set(promising))
      const batch = waiting.splice(0, Math.min(batchLength, Math.max(0, most)))
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

function isCandidate({ upper: { sums }, allowed, matched }: BoundedChunks, position: number): boolean {
  const isMatch = (sums[position] ?? 0) > 0 || matched?.[position] === 1
  return isMatch && (allowed === undefined || allowed[position] === 1)
}

/** The candidates with the highest sums. */
function mostPromising(chunks: BoundedChunks, limit: number): number[] {
  const { sums } = chunks.upper
  const best = createTopScores(limit)
  let least = -Infinity
  for (let position = 0; position < sums.length; position += 1) {
    const sum = sums[position] ?? 0
    if (sum > least && isCandidate(chunks, position)) {
      best.add(sum, position)
      least = best.least()
    }
  }
  return best.keys()
}

function listWaiting(chunks: BoundedChunks, least: number, seen: ReadonlySet<number>): Waiting[] {
  const { upper } = chunks
  const { sums } = upper
  const leastSum = upper.leastSum(least)
  const found: Waiting[] = []
  for (let position = 0; position < sums.length; position += 1) {
    const sum = sums[position] ?? 0
    if (sum < leastSum || !isCandidate(chunks, position) || seen.has(position)) continue
    const bound = upper.of(position, sum)
    if (bound >= least) found.push({ position, bound })
  }
  return found.toSorted((a, b) => b.bound - a.bound)
}

/** Keeps the keys of the highest scores of those that are added, in a binary heap with the lowest one first. */
export function createTopScores(most: number) {
  const scores = new Float64Array(most)
  const keys = new Float64Array(most)
  let length = 0

  function put(at: number, score: number, key: number): void {
    scores[at] = score
    keys[at] = key
  }

  function sink(score: number, key: number): void {
    let at = 0
    for (let child = 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && (scores[child + 1] ?? 0) < (scores[child] ?? 0)) child += 1
      if ((scores[child] ?? 0) >= score) break
      put(at, scores[child] ?? 0, keys[child] ?? 0)
      at = child
    }
    put(at, score, key)
  }

  function rise(score: number, key: number): void {
    let at = length
    length += 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((scores[parent] ?? 0) <= score) break
      put(at, scores[parent] ?? 0, keys[parent] ?? 0)
      at = parent
    }
    put(at, score, key)
  }

  return {
    add(score: number, key: number): void {
      if (length < most) rise(score, key)
      else if (score > (scores[0] ?? 0)) sink(score, key)
    },
    /** The lowest of the highest scores; −Infinity while there are fewer than wanted. */
    least: (): number => (length < most ? -Infinity : (scores[0] ?? -Infinity)),
    /** In no order. */
    keys: (): number[] => [...keys.subarray(0, length)],
  }
}
