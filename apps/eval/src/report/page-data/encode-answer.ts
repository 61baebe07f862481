import type { Answer, RankedDocument, RunQuery } from '../../run/run.js'
import { visibleText } from '../visible-text.js'
import type { Interner } from './intern.js'
import type { PageAnswer, PageChunk, PageEntry } from './page-data.js'

/** What a page keeps once. */
export interface Interners {
  readonly strings: Interner<string>
  readonly chunks: Interner<PageChunk>
}

const shownPlaces = 10
const significantDigits = 5

function rounded(value: number): number {
  return Number(value.toPrecision(significantDigits))
}

function encodeEntry(
  { document, startLine, endLine, heading, snippet, score, evidence, contributions }: RankedDocument,
  grade: number,
  { strings, chunks }: Interners,
): PageEntry {
  const place = (text: string) => strings.placeOf(visibleText(text))
  const chunk = chunks.placeOf([
    place(document),
    startLine,
    endLine,
    place(heading.join(' › ')),
    place(snippet),
  ])
  const parts = contributions.map(
    ({ source, rank, raw, value }) =>
      [place(source), rank, raw === null ? null : rounded(raw), rounded(value)] as const,
  )
  return [chunk, grade, rounded(score), rounded(evidence), parts]
}

function rankOf(found: number): number | null {
  return found < 0 ? null : found + 1
}

/** An answer as the page shows it: the first documents, with what is known of them. */
export function encodeAnswer(answer: Answer, { grades }: RunQuery, interners: Interners): PageAnswer {
  const { documents, ranking, results, timings, degraded } = answer
  const gradeOf = (document: string) => Math.max(0, grades[document] ?? 0)
  const detailed = ranking.slice(0, shownPlaces)
  const place = (text: string) => interners.strings.placeOf(visibleText(text))
  return {
    rank: rankOf(documents.findIndex((document) => gradeOf(document) > 0)),
    ranking: detailed.map((ranked) => encodeEntry(ranked, gradeOf(ranked.document), interners)),
    others: documents
      .slice(detailed.length, shownPlaces)
      .map((document) => [place(document), gradeOf(document)] as const),
    shown: results?.length ?? null,
    passage: rankOf(results?.findIndex(({ hasPassage }) => hasPassage) ?? -1),
    milliseconds: timings && rounded(timings.total),
    degraded: degraded.map(place),
  }
}
