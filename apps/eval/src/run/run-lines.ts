import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { parseFields } from '../parse-fields.js'
import { EvaluationError } from '../errors.js'
import { readTextLines } from '../read-text-lines.js'
import { isFields } from '../suite/json-lines.js'
import type { Answer, RunHeader } from './run.js'

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

function malformed(file: string, line: number): EvaluationError {
  const message = `${file}:${line}: this is not a run of this version. Name a file that 'recallite-eval run' or 'import trec' wrote.`
  return new EvaluationError('EVALUATION_RUN_MALFORMED', message)
}

// What we wrote ourselves is believed by its shape: a run is never edited by hand.
function isHeader(
  fields: Readonly<Record<string, unknown>>,
): fields is Readonly<Record<string, unknown>> & RunHeader {
  const { run, suites, strategies, depth } = fields
  return run === version && Array.isArray(suites) && Array.isArray(strategies) && typeof depth === 'number'
}

function isAnswer(value: unknown): value is Answer {
  return isFields(value) && typeof value['query'] === 'string' && Array.isArray(value['documents'])
}

/** Whether a run's file has its last line; without reading the others. */
export function hasEnd(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const tail = Buffer.alloc(Buffer.byteLength(endLine))
    const start = Math.max(0, fstatSync(descriptor).size - tail.length)
    const length = readSync(descriptor, tail, 0, tail.length, start)
    return tail.toString('utf8', 0, length) === endLine
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads a run's file, finished or not; undefined where not even its first line is whole.
 * @throws EvaluationError `EVALUATION_RUN_MALFORMED`
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
    if (!header) {
      if (!isHeader(fields)) throw malformed(file, line)
      const { run: _, ...rest } = fields
      header = rest
    } else if (isAnswer(fields['answer'])) answers.push(fields['answer'])
    else if (fields['end'] === true) isFinished = true
    else throw malformed(file, line)
  }
  return header && { header, answers, isFinished, length }
}
