import { EvaluationError } from '../errors.js'
import { parseFields, readTextLines } from '../text-lines.js'
import { isAnswerLine, isRunHeader } from './run-shape.js'
import type { Answer, RunHeader } from './run.js'
import type { Flaw, Shape } from './shape.js'

const version = 1

/** What a run's file holds. */
export interface RunLines {
  readonly header: RunHeader
  readonly answers: readonly Answer[]
  /** False where the run was interrupted. */
  readonly isFinished: boolean
  /** Bytes up to the last whole line. */
  readonly length: number
}

/** The first line: what the run is about. */
export function headerLine(header: RunHeader): string {
  return `${JSON.stringify({ run: version, ...header })}\n`
}

/** A line for one answer. */
export function answerLine(answer: Answer): string {
  return `${JSON.stringify({ answer })}\n`
}

/** The last line: nothing is missing. */
export const endLine = `${JSON.stringify({ end: true })}\n`

interface Place {
  readonly file: string
  /** From 1. */
  readonly line: number
}

function malformed({ file, line }: Place, reason: string): EvaluationError {
  const message = `${file}:${line}: ${reason}. Name a file as 'recallite-eval run' or 'import trec' wrote it.`
  return new EvaluationError('EVALUATION_RUN_MALFORMED', message)
}

function otherLine(place: Place): EvaluationError {
  return malformed(place, 'this is not a run of this version')
}

/** Believes nothing that it reads: people edit runs, and have programs write them. */
function settle<Value>(value: unknown, shape: Shape<Value>, place: Place): Value {
  const flaw: Flaw = { path: '', wanted: '' }
  if (shape(value, flaw)) return value
  throw malformed(place, `"${flaw.path.slice(1)}" must be ${flaw.wanted}`)
}

function readHeader({ run, ...header }: Readonly<Record<string, unknown>>, place: Place): RunHeader {
  if (run !== version) throw otherLine(place)
  return settle(header, isRunHeader, place)
}

/**
 * Reads a run's file, finished or not; undefined where not even its first line is whole.
 * @throws EvaluationError `EVALUATION_RUN_MALFORMED`, with the line and the field that is not as it should be
 */
export function readRunLines(file: string): RunLines | undefined {
  let header: RunHeader | undefined
  const answers: Answer[] = []
  let isFinished = false
  let length = 0
  let line = 0
  for (const { text, isWhole } of readTextLines(file)) {
    line += 1
    if (!isWhole) break
    length += Buffer.byteLength(text) + 1
    const fields = parseFields(text)
    if (!header) header = readHeader(fields, { file, line })
    else if ('answer' in fields) answers.push(settle(fields, isAnswerLine, { file, line }).answer)
    else if (fields['end'] === true) isFinished = true
    else throw otherLine({ file, line })
  }
  return header && { header, answers, isFinished, length }
}
