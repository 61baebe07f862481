import { EvaluationError } from '../errors.js'
import { parseFields, readTextLines } from '../text-lines.js'
import { isAnswerLine, isRunHeader } from './run-shape.js'
import type { Answer, RunHeader } from './run.js'
import type { Flaw, Shape } from './shape.js'

/** The content of a run's file. */
export interface RunLines {
  readonly header: RunHeader
  readonly answers: readonly Answer[]
  /** False if the run was interrupted. */
  readonly isFinished: boolean
  /** The bytes of all whole lines. */
  readonly length: number
}

interface Place {
  readonly file: string
  /** From 1. */
  readonly line: number
}

const version = 1

/** The last line, which says that the run is complete. */
export const endLine = `${JSON.stringify({ end: true })}\n`

/** The first line. */
export function headerLine(header: RunHeader): string {
  return `${JSON.stringify({ run: version, ...header })}\n`
}

/** A line for one answer. */
export function answerLine(answer: Answer): string {
  return `${JSON.stringify({ answer })}\n`
}

/**
 * Reads a run's file, finished or not; undefined if not even its first line is whole.
 * @throws EvaluationError `EVALUATION_RUN_MALFORMED`, with the line and the field that is wrong
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
    const place = { file, line }
    if (!header) header = readHeader(fields, place)
    else if ('answer' in fields) answers.push(checked(fields, isAnswerLine, place).answer)
    else if (fields['end'] === true) isFinished = true
    else throw otherLine(place)
  }
  return header && { header, answers, isFinished, length }
}

function readHeader({ run, ...header }: Readonly<Record<string, unknown>>, place: Place): RunHeader {
  if (run !== version) throw otherLine(place)
  return checked(header, isRunHeader, place)
}

/** People edit runs, and other programs write them, so every field is checked. */
function checked<Value>(value: unknown, shape: Shape<Value>, place: Place): Value {
  const flaw: Flaw = { path: '', wanted: '' }
  if (shape(value, flaw)) return value
  throw malformed(place, `"${flaw.path.slice(1)}" must be ${flaw.wanted}`)
}

function otherLine(place: Place): EvaluationError {
  return malformed(place, 'this is not a run of this version')
}

function malformed({ file, line }: Place, reason: string): EvaluationError {
  const message = `${file}:${line}: ${reason}. Name a file that 'recallite-eval run' or 'import trec' wrote.`
  return new EvaluationError('EVALUATION_RUN_MALFORMED', message)
}
