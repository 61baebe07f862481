import type { PageAnswer, PageContribution, PageData, PageEntry } from '../page-data/page-data.js'

/** What a list contributed to a score. */
export interface Contribution {
  readonly source: string
  readonly rank: number | null
  readonly raw: number | null
  readonly value: number
  /** The share of the question's words that the chunk matches, from 0 to 1; null where the list does not tell. */
  readonly coverage: number | null
}

/** What is known of a ranked document besides its name. */
export interface Details {
  readonly startLine: number
  readonly endLine: number
  readonly heading: string
  readonly snippet: string
  /** Null where it is not known. */
  readonly score: number | null
  readonly evidence: number
  readonly contributions: readonly Contribution[]
}

/** A document in a list. */
export interface Listed {
  /** From 1. */
  readonly rank: number
  readonly document: string
  /** Above 0 is relevant. */
  readonly grade: number
  readonly details: Details | null
}

function decodeContribution({ strings }: PageData, part: PageContribution): Contribution {
  const [source, rank, raw, value, coverage = null] = part
  return { source: strings[source] ?? '', rank, raw, value, coverage }
}

function decodeEntry(data: PageData, entry: PageEntry, index: number): Listed {
  const [chunk, grade, score, evidence, contributions] = entry
  const [document = -1, startLine = 0, endLine = 0, heading = -1, snippet = -1] = data.chunks[chunk] ?? []
  const text = (at: number) => data.strings[at] ?? ''
  const details = {
    startLine,
    endLine,
    heading: text(heading),
    snippet: text(snippet),
    score,
    evidence,
    contributions: contributions.map((part) => decodeContribution(data, part)),
  }
  return { rank: index + 1, document: text(document), grade, details }
}

/** The documents of an answer, best first. */
export function decodeAnswer(data: PageData, { ranking, others }: PageAnswer): Listed[] {
  const detailed = ranking.map((entry, index) => decodeEntry(data, entry, index))
  const rest = others.map(([document, grade], index) => ({
    rank: ranking.length + index + 1,
    document: data.strings[document] ?? '',
    grade,
    details: null,
  }))
  return [...detailed, ...rest]
}
