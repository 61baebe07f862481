import { EvaluationError } from '../errors.js'
import { parseFields, readTextLines } from '../text-lines.js'
import { isAnswerLine, isRunHeader, type Answer, type RunHeader } from './run.js'
import type { Flaw, Shape } from '../shape.js'

/** The content of a run's file. */
export interface RunLines {
  readonly header: RunHeader
  readonly answers: readonly Answer[]
  /** False if the run was interrupted. */
  readonly isFinished: boolean
  /** The bytes of all whole lines. */
  readonly length: number
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
    const { run, ...fields } = parseFields(text)
    const position = `${file}:${line}`
    if (!header && run === version) header = checked(fields, isRunHeader, position)
    else if (header && 'answer' in fields) answers.push(checked(fields, isAnswerLine, position).answer)
    else if (header && fields['end'] === true) isFinished = true
    else throw malformed(position, 'this is not a run of this version')
  }
  return header && { header, answers, isFinished, length }
}

/** Checks every field, since people edit runs and other programs write them. */
function checked<Value>(value: unknown, shape: Shape<Value>, position: string): Value {
  const flaw: Flaw = { path: '', wanted: '' }
  if (shape(value, flaw)) return value
  throw malformed(position, `"${flaw.path.slice(1)}" must be ${flaw.wanted}`)
}

function malformed(position: string, reason: string): EvaluationError {
  const message = `${position}: ${reason}. Name a file that 'recallite-eval run' or 'import trec' wrote.`
  return new EvaluationError('EVALUATION_RUN_MALFORMED', message)
}
