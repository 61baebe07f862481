import type { PageAnswer, PageData, PageEntry } from '../encode-page-data.js'

/** A document in a list. */
export interface Listed {
  readonly rank: number
  readonly document: string
  /** 0 is not relevant. */
  readonly grade: number
  /** Null if they are not known. */
  readonly details: Details | null
}

/** What is known of a ranked document besides its name. */
export type Details = ReturnType<typeof decodeDetails>

/** The documents of an answer, best first. */
export function decodeAnswer(data: PageData, { ranking, others }: PageAnswer): Listed[] {
  const nameOf = (text: number | undefined) => data.strings[text ?? -1] ?? ''
  const detailed = ranking.map((entry) => {
    const [chunk, grade] = entry
    return { document: nameOf(data.chunks[chunk]?.[0]), grade, details: decodeDetails(data, entry) }
  })
  const rest = others.map(([document, grade]) => ({ document: nameOf(document), grade, details: null }))
  return [...detailed, ...rest].map((listed, index) => ({ rank: index + 1, ...listed }))
}

function decodeDetails({ strings, chunks }: PageData, [chunk, , score, confidence, parts]: PageEntry) {
  const [, startLine = 0, endLine = 0, heading = -1, snippet = -1] = chunks[chunk] ?? []
  const text = (index: number) => strings[index] ?? ''
  const contributions = parts.map(([source, rank, raw, value, coverage = null]) => {
    return { source: text(source), rank, raw, value, coverage }
  })
  return {
    startLine,
    endLine,
    heading: text(heading),
    snippet: text(snippet),
    score,
    confidence,
    contributions,
  }
}
