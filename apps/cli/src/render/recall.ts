import { printable } from '@recallite/command-line'
import type { RecallAnswer, RecallResult } from '@recallite/core/records'
import { sayTime, type MemoryRecord } from '@recallite/records'
import { count } from './amounts.js'
import { describeConfidence, percentOf } from './amounts.js'
import { describeContext } from './record-context.js'
import type * as Explanation from './explanation.js'
import { type Palette, plain } from './styled-lines.js'
import { type StyledText, wrapStyled } from './styled-lines.js'

/** How to print what was recalled. */
export interface RecallStyle {
  readonly palette: Palette
  /** How many columns a line has. */
  readonly columns: number
  readonly isExplained: boolean
}

/**
 * What was recalled for people, best first, below how likely one of them answers, or a session in the order of time: the text around
 * the query's words, then which record it is. The code that explains is loaded only if that is wanted.
 */
export async function renderRecall(
  answer: Pick<RecallAnswer, 'results' | 'isReplay' | 'explanation' | 'confidence' | 'retrievers'>,
  style: RecallStyle,
): Promise<string> {
  const explained = style.isExplained ? await import('./explanation.js') : undefined
  const { results, isReplay, explanation } = answer
  const isJudged = !isReplay && results.length > 0
  const head = [
    ...(explained && explanation ? explained.explainStrategy(explanation, style.columns) : []),
    ...(isJudged ? [`${describeConfidence(answer)}, ${count(results.length, 'record')}`] : []),
  ]
  const indent = ' '.repeat(String(results.length).length + 2)
  const blocks = results.map((result, index) => {
    const first = `${index + 1}.`.padEnd(indent.length)
    return renderRecordResult(result, { ...style, indent, first, isReplay, explained })
  })
  const faintHead = head.map((line) => style.palette.faint(line))
  return [...(head.length > 0 ? [faintHead] : []), ...blocks]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** How one record is laid out and explained. */
export interface RecordResultStyle extends RecallStyle {
  readonly indent: string
  readonly first: string
  readonly isReplay: boolean
  readonly explained: typeof Explanation | undefined
}

/** One record that was recalled for people, in lines. */
function renderRecordResult(result: RecallResult, style: RecordResultStyle): string[] {
  const { palette, columns, indent, first, isReplay, explained } = style
  const { record, adjustments } = result
  const { summary } = record
  const text = markMatches(result, palette)
  const mark = result.weak && !isReplay ? [{ text: ' · weak', style: palette.faint }] : []
  const title: StyledText[] =
    summary === null ? [...text, ...mark] : [{ text: printable(summary), style: palette.strong }, ...mark]
  const distance = adjustments.distance === null ? '' : ` · ${Number(adjustments.distance.toFixed(2))} away`
  const scored =
    explained && !isReplay ? [...explained.explainScores(result), describeAdjustments(result)] : []
  return [
    ...wrapStyled(title, { columns, indent, first }),
    // An id that is cut into lines could not be copied.
    `${indent}${palette.faint(`${aboutRecord(record)}${distance}`)}`,
    ...(summary === null ? [] : wrapStyled(text, { columns, indent })),
    ...contextLines(record, style),
    ...scored.flatMap((line) =>
      wrapStyled([{ text: line, style: palette.faint }], { columns, first: indent, indent: `${indent}  ` }),
    ),
  ]
}

function contextLines({ context }: MemoryRecord, { palette, columns, indent }: RecordResultStyle): string[] {
  const text = describeContext(context)
  return text === '' ? [] : wrapStyled([{ text: printable(text), style: palette.faint }], { columns, indent })
}

/** Which record it is, in one line: id, collection, session, time (UTC) and how sure the agent was. */
export function aboutRecord(record: MemoryRecord): string {
  const { id, collection, session, confidence, supersededBy, status } = record
  const parts = [
    id,
    collection,
    ...(session === null ? [] : [`session ${session}`]),
    timeOf(record),
    `${percentOf(confidence)} sure`,
    ...(status === 'superseded' ? [`superseded${supersededBy === null ? '' : ` by ${supersededBy}`}`] : []),
  ]
  return printable(parts.join(' · '))
}

/** When what a record tells of happened, or when it was made: `2026-02-11 14:30 UTC`. */
export function timeOf({ occurredAt, createdAt }: Pick<MemoryRecord, 'occurredAt' | 'createdAt'>): string {
  return dateAndTime(occurredAt ?? createdAt)
}

/** A time in milliseconds since the epoch, for people: `2026-02-11 14:30 UTC`. */
export function dateAndTime(time: number): string {
  return `${sayTime(time).slice(0, 16).replace('T', ' ')} UTC`
}

/** The text with the query's words marked. */
function markMatches({ snippet, matches }: RecallResult, palette: Palette): StyledText[] {
  const parts: StyledText[] = []
  let end = 0
  for (const range of matches) {
    parts.push({ text: printable(snippet.slice(end, range.start)), style: plain })
    parts.push({ text: printable(snippet.slice(range.start, range.end)), style: palette.match })
    end = range.end
  }
  return [...parts, { text: printable(snippet.slice(end)), style: plain }]
}

function describeAdjustments({ score, adjustments }: RecallResult): string {
  const { confidence, boost, decay } = adjustments
  const factors = Object.entries({ confidence, boost, decay }).map(
    ([name, factor]) => `${name} × ${Number(factor.toFixed(4))}`,
  )
  return `adjusted by ${factors.join(', ')}: score ${score.toFixed(4)} of the best`
}
