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
