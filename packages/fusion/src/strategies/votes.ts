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
  for (let first = 0; first < ids.length; first += 1) {
    const finder = voters.find(({ places, ranked }) => (places[first] ?? ranked) < ranked)
    addPoints(finder, first, 1)
    for (let second = first + 1; second < ids.length; second += 1) holdDuel(voters, first, second)
  }
  return new Map(
    voters.map(({ source, points }) => [source, new Map(ids.map((id, index) => [id, points[index] ?? 0]))]),
  )
}

function holdDuel(voters: readonly Voter[], first: number, second: number): void {
  const forFirst = votesFor(voters, first, second)
  const forSecond = votesFor(voters, second, first)
  // Weights such as .1 + .2 and .3 are equal but for rounding.
  const isDraw = Math.abs(forFirst - forSecond) <= (forFirst + forSecond) * 1e-12
  const points = isDraw ? 0.5 : 1
  if (isDraw || forFirst > forSecond) addPoints(heaviestFor(voters, first, second), first, points)
  if (isDraw || forFirst < forSecond) addPoints(heaviestFor(voters, second, first), second, points)
}

function votesFor(voters: readonly Voter[], above: number, below: number): number {
  let votes = 0
  for (const voter of voters) if (ranksAbove(voter, above, below)) votes += voter.weight
  return votes
}

function heaviestFor(voters: readonly Voter[], above: number, below: number): Voter | undefined {
  for (const voter of voters) if (ranksAbove(voter, above, below)) return voter
  return undefined
}

function ranksAbove({ places }: Voter, above: number, below: number): boolean {
  return (places[above] ?? 0) < (places[below] ?? 0)
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
