import { printable } from '@recallite/command-line'
import type { RecallAnswer, RecallResult } from '@recallite/core/records'
import { confidenceWord, linkLines, percentOf } from '@recallite/core'
import { sayTime, type MemoryRecord } from '@recallite/store/records'
import { count, describeAdjustment, describeConfidence, writerOf } from './amounts.js'
import { faintLines, markMatches, renderNumbered, type NumberedLayout, type PrintStyle } from './answer.js'
import { type Palette, wrapStyled } from './styled-lines.js'

/**
 * Recalled records for people: the confidence, then each record with the text around the query's words and a line of details, best
 * first; or a session in chronological order.
 */
export async function renderRecall(
  answer: Pick<RecallAnswer, 'results' | 'isReplay' | 'explanation' | 'confidence' | 'retrievers'>,
  style: Pick<PrintStyle, 'palette' | 'columns' | 'isExplained'>,
): Promise<string> {
  const explained = style.isExplained ? await import('./explanation.js') : undefined
  const { results, isReplay, explanation } = answer
  const isJudged = !isReplay && results.length > 0
  const head = [
    ...(explained && explanation ? explained.explainStrategy(explanation, style.columns) : []),
    ...(isJudged ? [`${describeConfidence(answer)}, ${count(results.length, 'record')}`] : []),
  ]
  const render = (result: RecallResult, layout: NumberedLayout) => {
    const scores = explained && !isReplay ? explained.explainScores(result) : []
    return [
      ...renderRecord(result, style.palette, { layout, isReplay }),
      ...faintLines(scores.length > 0 ? [...scores, describeAdjustments(result)] : [], style.palette, layout),
    ]
  }
  return renderNumbered(results, style, { head, render })
}

function renderRecord(
  result: RecallResult,
  palette: Palette,
  { layout, isReplay }: { readonly layout: NumberedLayout; readonly isReplay: boolean },
): string[] {
  const { indent } = layout
  const { record, adjustments } = result
  const { summary, context } = record
  const text = markMatches(result, palette)
  const title = summary === null ? text : [{ text: printable(summary), style: palette.strong }]
  const word = isReplay ? undefined : confidenceWord(result)
  const mark = word === undefined ? [] : [{ text: ` · ${word}`, style: palette.faint }]
  const distance = adjustments.distance === null ? '' : ` · ${Number(adjustments.distance.toFixed(2))} away`
  const facts = { text: printable(JSON.stringify(context)), style: palette.faint }
  const below = [...(summary === null ? [] : [text]), ...(facts.text === '{}' ? [] : [[facts]])]
  const links = linkLines(result).map((line) => printable(line))
  return [
    ...wrapStyled([...title, ...mark], layout),
    // Not wrapped, so that ids can be copied.
    `${indent}${palette.faint(`${aboutRecord(record)}${distance}`)}`,
    ...below.flatMap((parts) => wrapStyled(parts, { ...layout, first: indent })),
    ...faintLines(links, palette, layout),
  ]
}

/** A line about a record: id, collection, writer, session, time (UTC) and confidence of the agent. */
export function aboutRecord(record: MemoryRecord): string {
  const { id, collection, session, confidence, supersededBy, status, occurredAt, createdAt } = record
  const { expiresAt } = record
  const parts = [
    id,
    collection,
    writerOf(record),
    ...(session === null ? [] : [`session ${session}`]),
    dateAndTime(occurredAt ?? createdAt),
    `${percentOf(confidence)} sure`,
    ...(expiresAt === null ? [] : [`expires ${dateAndTime(expiresAt)}`]),
    ...(status === 'superseded' ? [`superseded${supersededBy === null ? '' : ` by ${supersededBy}`}`] : []),
  ]
  return printable(parts.join(' · '))
}

/** A time in milliseconds since the epoch, for people: `2026-02-11 14:30 UTC`. */
export const dateAndTime = (time: number): string => `${sayTime(time).slice(0, 16).replace('T', ' ')} UTC`

function describeAdjustments({ score, adjustments, adjustment }: RecallResult): string {
  const { confidence, boost, decay } = adjustments
  const factors = Object.entries({ confidence, boost, decay }).map(
    ([name, factor]) => `${name} × ${Number(factor.toFixed(4))}`,
  )
  const timed = adjustment ? `; then ${describeAdjustment(adjustment)}` : ''
  return `adjusted by ${factors.join(', ')}: score ${score.toFixed(4)} of the best${timed}`
}
