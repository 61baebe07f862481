import { addBit, type BitSet, countBits, createBitSet, intersect } from '../bit-set.js'
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
    const ids = candidatesOf(inForce)
    const indexOf = new Map(ids.map((id, index) => [id, index]))
    const points = holdDuels(inForce, ids)
    return {
      normalize: ({ source, items }) =>
        items.map(({ id }) => points.get(source)?.[indexOf.get(id) ?? 0] ?? 0),
      weighting: (entries) => entries.map(() => 1),
    }
  })

/** A list as a voter. Candidates are numbers; the last is the item that no list found. */
interface Voter {
  readonly source: string
  readonly weight: number
  /** By candidate. */
  readonly opponents: readonly Opponents[]
  /** What the list contributes to each candidate. */
  readonly points: Float64Array
}

/** The candidates that a list ranks below another one, above it, and neither. */
type Opponents = Readonly<Record<'below' | 'above' | 'level', BitSet>>

/** Opponents of a candidate about whom the voters so far say the same. */
interface Bout {
  readonly candidate: number
  readonly opponents: BitSet
  readonly votesFor: number
  readonly votesAgainst: number
  /** The heaviest of those who vote for the candidate. */
  readonly backer: Voter | undefined
}

/** The points of the candidates by list. */
function holdDuels(lists: readonly RankedList[], ids: readonly string[]): Map<string, Float64Array> {
  const voters = lists.map((list) => toVoter(list, ids)).toSorted(heaviestFirst)
  const all = createBitSet(ids.length + 1)
  for (let candidate = 0; candidate <= ids.length; candidate += 1) addBit(all, candidate)
  const sets = voters.map(() => createBitSet(ids.length + 1))
  for (const candidate of ids.keys()) {
    const bout = { candidate, opponents: all, votesFor: 0, votesAgainst: 0, backer: undefined }
    divideOpponents(bout, { voters, sets }, 0)
  }
  return new Map(voters.map(({ source, points }) => [source, points]))
}

/**
 * Divides the opponents by what the next voter says, and decides when all have voted. So many duels are decided at once,
 * and far fewer steps are needed than there are pairs of candidates.
 * @param use with a set for the opponents that each voter leaves, since the sets of one are not needed any more when those
 * of the next are made
 */
function divideOpponents(
  bout: Bout,
  use: { voters: readonly Voter[]; sets: readonly BitSet[] },
  next: number,
): void {
  const [voter, opponents] = [use.voters[next], use.sets[next]]
  const said = voter?.opponents[bout.candidate]
  if (!voter || !opponents || !said) return decide(bout)
  if (intersect(bout.opponents, said.below, opponents)) {
    const votesFor = bout.votesFor + voter.weight
    divideOpponents({ ...bout, opponents, votesFor, backer: bout.backer ?? voter }, use, next + 1)
  }
  if (intersect(bout.opponents, said.above, opponents)) {
    const votesAgainst = bout.votesAgainst + voter.weight
    divideOpponents({ ...bout, opponents, votesAgainst }, use, next + 1)
  }
  if (intersect(bout.opponents, said.level, opponents)) divideOpponents({ ...bout, opponents }, use, next + 1)
}

function decide({ candidate, opponents, votesFor, votesAgainst, backer }: Bout): void {
  // Weights such as .1 + .2 and .3 are equal but for rounding.
  const isDraw = Math.abs(votesFor - votesAgainst) <= (votesFor + votesAgainst) * 1e-12
  if (!backer || (votesFor < votesAgainst && !isDraw)) return
  const points = countBits(opponents) * (isDraw ? 0.5 : 1)
  backer.points[candidate] = (backer.points[candidate] ?? 0) + points
}

function toVoter(list: RankedList, ids: readonly string[]): Voter {
  const places = placesIn(list)
  const size = ids.length + 1
  const [unranked, ranked, none] = [createBitSet(size), createBitSet(size), createBitSet(size)]
  const byPlace = new Int32Array(places.size)
  addBit(unranked, ids.length)
  for (const [candidate, id] of ids.entries()) {
    const place = places.get(id)
    if (place === undefined) addBit(unranked, candidate)
    else byPlace[place] = candidate
  }
  const opponents: Opponents[] = ids.map(() => ({ below: none, above: ranked, level: unranked }))
  const below = unranked.slice()
  for (const candidate of byPlace.toReversed()) {
    opponents[candidate] = { below: below.slice(), above: none, level: none }
    addBit(below, candidate)
  }
  for (const candidate of byPlace) {
    opponents[candidate] = { below: none, level: none, ...opponents[candidate], above: ranked.slice() }
    addBit(ranked, candidate)
  }
  return { source: list.source, weight: list.weight, opponents, points: new Float64Array(size) }
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
