import { gradeOf } from '../../run/grade-of.js'
import type { Answer, RankedDocument, RunQuery } from '../../run/run.js'
import { visibleText } from '../visible-text.js'
import type { Interner } from './intern.js'
import type { PageAnswer, PageChunk, PageContribution, PageEntry } from './page-data.js'
import { shownRanks } from './shown-ranks.js'

/** What a page keeps once. */
export interface Interners {
  readonly strings: Interner<string>
  readonly chunks: Interner<PageChunk>
}

const significantDigits = 5

function rounded(value: number): number {
  return Number(value.toPrecision(significantDigits))
}

function encodeEntry(
  { document, startLine, endLine, heading, snippet, score, evidence, contributions }: RankedDocument,
  grade: number,
  { strings, chunks }: Interners,
): PageEntry {
  const indexOfText = (text: string) => strings.indexOf(visibleText(text))
  const chunk = chunks.indexOf([
    indexOfText(document),
    startLine,
    endLine,
    indexOfText(heading.join(' › ')),
    indexOfText(snippet),
  ])
  const parts = contributions.map(({ source, rank, raw, value, coverage }): PageContribution => {
    const part = [indexOfText(source), rank, raw === null ? null : rounded(raw), rounded(value)] as const
    return coverage === undefined ? part : [...part, rounded(coverage)]
  })
  return [chunk, grade, rounded(score), rounded(evidence), parts]
}

function rankOf(found: number): number | null {
  return found < 0 ? null : found + 1
}

/** An answer as the page shows it: the first documents, with what is known of them. */
export function encodeAnswer(answer: Answer, query: RunQuery, interners: Interners): PageAnswer {
  const { documents, ranking, results, timings, degraded } = answer
  const detailed = ranking.slice(0, shownRanks)
  const indexOfText = (text: string) => interners.strings.indexOf(visibleText(text))
  return {
    rank: rankOf(documents.findIndex((document) => gradeOf(query, document) > 0)),
    ranking: detailed.map((ranked) => encodeEntry(ranked, gradeOf(query, ranked.document), interners)),
    others: documents
      .slice(detailed.length, shownRanks)
      .map((document) => [indexOfText(document), gradeOf(query, document)] as const),
    shown: results?.length ?? null,
    passage: rankOf(results?.findIndex(({ hasPassage }) => hasPassage) ?? -1),
    milliseconds: timings && rounded(timings.total),
    degraded: degraded.map(indexOfText),
  }
}
