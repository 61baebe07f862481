import type { Match } from './find-matches.js'
import type { Sentence } from './flat-text.js'

/** A sentence with matches. */
export interface Candidate {
  /** Which of the sentences. */
  readonly place: number
  readonly sentence: Sentence
  /** Those that are whole in it. */
  readonly matches: readonly Match[]
}

/** What terms weigh. */
type Weights = ReadonlyMap<number, number>

/** How to choose among candidates. */
interface Choice {
  /** What a match of each term weighs. */
  readonly weights: Weights
  /** Whether these can be shown together. */
  readonly fit: (candidates: readonly Candidate[]) => boolean
}

interface Rated {
  readonly candidate: Candidate
  readonly worth: number
}

/**
 * The candidates to show, the most telling first: the one whose distinct terms weigh most, then those that add most to it, until every term is
 * shown or nothing fits beside them. Among equals the earliest.
 */
export function chooseSentences(candidates: readonly Candidate[], { weights, fit }: Choice): Candidate[] {
  const chosen: Candidate[] = []
  const shown = new Set<number>()
  let rest = candidates
  for (;;) {
    const rated = rest.map((candidate) => ({ candidate, worth: worthOf(candidate, weights, shown) }))
    let best: Rated | undefined
    for (const each of rated) {
      const isNext = each.worth > 0 && isBetter(each, best, chosen) && fit([...chosen, each.candidate])
      if (isNext) best = each
    }
    if (!best) return chosen
    chosen.push(best.candidate)
    for (const { term } of best.candidate.matches) shown.add(term)
    rest = rated.filter(({ worth }) => worth > 0).map(({ candidate }) => candidate)
  }
}

/** The sentences that have matches, in order. Takes matches in the order of their starts. */
export function candidatesOf(sentences: readonly Sentence[], matches: readonly Match[]): Candidate[] {
  const candidates: Candidate[] = []
  let next = 0
  for (const [place, sentence] of sentences.entries()) {
    const within: Match[] = []
    for (let match = matches[next]; match && match.start < sentence.end; match = matches[next]) {
      if (match.start >= sentence.start && match.end <= sentence.end) within.push(match)
      next += 1
    }
    if (within.length > 0) candidates.push({ place, sentence, matches: within })
  }
  return candidates
}

/**
 * How much each term tells about a sentence of a text: its rarity among the text's `count` sentences,
 * ln(1 + (N − n + .5) / (n + .5)) for a term that n of N sentences have. What a text is about stands in all of them.
 */
export function weighTerms(candidates: readonly Candidate[], count: number): Map<number, number> {
  const holding = new Map<number, number>()
  for (const { matches } of candidates) {
    const terms: number[] = []
    for (const { term } of matches) if (!terms.includes(term)) terms.push(term)
    for (const term of terms) holding.set(term, (holding.get(term) ?? 0) + 1)
  }
  const weights = new Map<number, number>()
  for (const [term, n] of holding) weights.set(term, Math.log(1 + (count - n + 0.5) / (n + 0.5)))
  return weights
}

/** What stands side by side tells more than the same words apart. */
const sideWeight = 0.25

/** What its terms weigh that are not shown yet, each once; more if they stand beside another. */
function worthOf({ matches }: Candidate, weights: Weights, shown: ReadonlySet<number>): number {
  const fresh: number[] = []
  const paired: number[] = []
  let before: Match | undefined
  for (const match of matches) {
    const { term, start } = match
    if (!shown.has(term)) {
      if (!fresh.includes(term)) fresh.push(term)
      const gap = before && before.term !== term ? start - before.end : undefined
      if ((gap === 0 || gap === 1) && !paired.includes(term)) paired.push(term)
    }
    before = match
  }
  return sumOf(fresh, weights) + sideWeight * sumOf(paired, weights)
}

function sumOf(terms: readonly number[], weights: Weights): number {
  let sum = 0
  for (const term of terms) sum += weights.get(term) ?? 0
  return sum
}

/** Sums of weights that differ by less differ by rounding only. */
const rounding = 1e-9

/** Whether it is to be shown before the other: by worth, prose before headings, near before far, many matches. */
function isBetter(one: Rated, other: Rated | undefined, chosen: readonly Candidate[]): boolean {
  if (!other) return true
  if (Math.abs(one.worth - other.worth) > rounding) return one.worth > other.worth
  const [a, b] = [one.candidate, other.candidate]
  if (a.sentence.isHeading !== b.sentence.isHeading) return b.sentence.isHeading
  const [near, far] = [distanceTo(chosen, a), distanceTo(chosen, b)]
  return near === far ? a.matches.length > b.matches.length : near < far
}

/** How many sentences it is away from the nearest of those chosen. */
function distanceTo(chosen: readonly Candidate[], { place }: Candidate): number {
  let nearest = Infinity
  for (const other of chosen) nearest = Math.min(nearest, Math.abs(other.place - place))
  return nearest
}
