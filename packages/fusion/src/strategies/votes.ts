import { fuse } from '../fuse.js'
import type { FusionStrategy, RankedList } from '../strategy.js'

/**
 * Borda count. With c candidates, each list gives c points to its first, c − 1 to its second and so on, and divides what
 * is left equally among those that it did not rank:
 *
 *     score(d) = Σ ŵ·points(d),   points = c + 1 − r, or (c − k + 1) / 2 in a list that ranks k others;   ŵ = w ÷ the greatest weight
 *
 * r counts the ranked candidates from 1, so gaps in the ranks do not matter.
 *
 * - Missing, or completed and not found: (c − k + 1) / 2, also where the list has no raw score.
 * - Single candidate: ŵ from each list. Scores are not used, so equal ones change nothing.
 * - Equal scores: by id. Reads no option.
 *
 * J. A. Aslam, M. Montague: Models for metasearch. SIGIR 2001.
 * @throws FusionError if a list or a weight is invalid
 */
export const borda: FusionStrategy = (lists) =>
  fuse(lists, (inForce) => {
    const candidates = candidatesOf(inForce).length
    const left = (list: RankedList) => (candidates - placesIn(list).size + 1) / 2
    return {
      normalize: (list) => {
        const places = placesIn(list)
        const points = left(list)
        return list.items.map(({ id }) => {
          const place = places.get(id)
          return place === undefined ? points : candidates - place
        })
      },
      normalizeAbsent: left,
      weighting: 'relative',
    }
  })

/**
 * Condorcet's vote, counted as Copeland does: every two candidates hold a duel, and the lists that rank one above the
 * other vote for it with their weight. A list ranks what it found above what it did not.
 *
 *     score(d) = 1 + duels won + ½ · duels drawn
 *
 * The 1 is the duel with an item that no list found, so that the last candidate has more than 0. The points of a duel are
 * the contribution of the heaviest list that votes for d (of several the first by name), at the effective weight 1.
 *
 * - Missing, or completed and not found: below all that the list found; it does not vote between two of those.
 * - Single candidate: 1. Scores are not used, so equal ones change nothing.
 * - Equal scores: by id. Reads no option.
 *
 * M. Montague, J. A. Aslam: Condorcet fusion for improved retrieval. CIKM 2002, pp. 538–548; unweighted there, and sorted
 * by duels. A. H. Copeland: A reasonable social welfare function, 1951.
 * @throws FusionError if a list or a weight is invalid
 */
export const condorcet: FusionStrategy = (lists) =>
  fuse(lists, (inForce) => {
    const points = holdDuels(inForce)
    return {
      normalize: ({ source, items }) => items.map(({ id }) => points.get(source)?.get(id) ?? 0),
      weighting: (entries) => entries.map(() => 1),
    }
  })

/** A list as a voter; the arrays are by candidate. */
interface Voter {
  readonly source: string
  readonly weight: number
  /** How many candidates the list ranks. */
  readonly ranked: number
  /** The place of each candidate from 0; `ranked` for those that the list does not rank. */
  readonly places: Int32Array
  readonly points: Float64Array
}

/** The points of each candidate, by the list that contributes them. */
function holdDuels(lists: readonly RankedList[]): Map<string, Map<string, number>> {
  const ids = candidatesOf(lists)
  const voters = lists.map((list) => toVoter(list, ids)).toSorted(heaviestFirst)
  const [forFirst, forSecond] = [newSide(ids.length), newSide(ids.length)]
  for (let first = 0; first < ids.length; first += 1) {
    const finder = voters.find(({ places, ranked }) => (places[first] ?? ranked) < ranked)
    addPoints(finder, first, 1)
    for (const side of [forFirst, forSecond]) side.votes.fill(0)
    for (const [index, voter] of voters.entries()) vote({ voter, index, forFirst, forSecond }, first)
    decide({ voters, forFirst, forSecond }, first)
  }
  return new Map(
    voters.map(({ source, points }) => [source, new Map(ids.map((id, index) => [id, points[index] ?? 0]))]),
  )
}

/** The votes for one side of the duels of a candidate, by the other candidate. */
interface Side {
  readonly votes: Float64Array
  /** The voter that voted first, if there are votes. */
  readonly backers: Int32Array
}

interface Sides {
  readonly forFirst: Side
  readonly forSecond: Side
}

function newSide(candidates: number): Side {
  return { votes: new Float64Array(candidates), backers: new Int32Array(candidates) }
}

/** Lets a voter vote in the duels of a candidate with all that come after it. Loops over arrays, as the duels are many. */
function vote(
  { voter, index, forFirst, forSecond }: Sides & { voter: Voter; index: number },
  first: number,
): void {
  const { places, weight } = voter
  const place = places[first] ?? 0
  for (let second = first + 1; second < places.length; second += 1) {
    const other = places[second] ?? 0
    if (other === place) continue
    const { votes, backers } = other > place ? forFirst : forSecond
    const before = votes[second] ?? 0
    if (before === 0) backers[second] = index
    votes[second] = before + weight
  }
}

function decide({ voters, forFirst, forSecond }: Sides & { voters: readonly Voter[] }, first: number): void {
  for (let second = first + 1; second < forFirst.votes.length; second += 1) {
    const [votes, others] = [forFirst.votes[second] ?? 0, forSecond.votes[second] ?? 0]
    // Weights such as .1 + .2 and .3 are equal but for rounding.
    const isDraw = Math.abs(votes - others) <= (votes + others) * 1e-12
    const points = isDraw ? 0.5 : 1
    if (isDraw || votes > others) addPoints(voters[forFirst.backers[second] ?? 0], first, points)
    if (isDraw || votes < others) addPoints(voters[forSecond.backers[second] ?? 0], second, points)
  }
}

function addPoints(voter: Voter | undefined, candidate: number, points: number): void {
  if (voter) voter.points[candidate] = (voter.points[candidate] ?? 0) + points
}

function toVoter(list: RankedList, ids: readonly string[]): Voter {
  const places = placesIn(list)
  return {
    source: list.source,
    weight: list.weight,
    ranked: places.size,
    places: Int32Array.from(ids, (id) => places.get(id) ?? places.size),
    points: new Float64Array(ids.length),
  }
}

/** Also makes sums of weights independent of the order of the lists. */
function heaviestFirst(a: Voter, b: Voter): number {
  return b.weight - a.weight || (a.source < b.source ? -1 : 1)
}

function candidatesOf(lists: readonly RankedList[]): string[] {
  return [...new Set(lists.flatMap(({ items }) => items.map(({ id }) => id)))]
}

/** The place of each item that the list found, from 0, without gaps. */
function placesIn({ items }: RankedList): Map<string, number> {
  const found = items.filter(({ foundRank }) => foundRank !== null)
  const ranked = found.toSorted((a, b) => (a.foundRank ?? 0) - (b.foundRank ?? 0))
  return new Map(ranked.map(({ id }, place) => [id, place]))
}
