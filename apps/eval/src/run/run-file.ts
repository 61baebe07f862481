import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { replaceFile } from '@recallite/command-line'
import { EvaluationError } from '../errors.js'
import { flawOf, object } from '../schema.js'
import { parseFields, readTextLines } from '../text-lines.js'
import { answer, runHeader, type Answer, type Run, type RunHeader } from './run.js'

const version = 2
const answerLine = object({ answer })
/** The last line of a complete run. */
const endLine = jsonLine({ end: true })

/**
 * Opens the file of a run for one process. Continues an interrupted run with the same settings, strategies, suites and version.
 * Replaces any other run in the file when this one is finished. Throws an EvaluationError if the file is not a run.
 */
export function openRun(file: string, header: RunHeader) {
  readReplaceable(file)
  const unfinished = unfinishedFile(file)
  const begun = readReplaceable(unfinished)
  const earlier = begun && runIdentity(begun.header) === runIdentity(header) ? begun : undefined
  mkdirSync(dirname(file), { recursive: true })
  if (earlier) truncateSync(unfinished, earlier.length)
  else writeFileSync(unfinished, jsonLine({ run: version, ...header }))
  const answers = (earlier?.answers ?? []).map(withoutDetail)
  return {
    /** The answers of an interrupted run. */
    answers: [...answers],
    /** Writes an answer to disk at once. */
    add(added: Answer) {
      appendFileSync(unfinished, jsonLine({ answer: added }))
      answers.push(withoutDetail(added))
    },
    /** Completes the file. Returns the run without details of rankings, to save memory. */
    finish(): Run {
      if (!earlier?.isFinished) appendFileSync(unfinished, endLine)
      replaceFile(unfinished, file)
      return { ...(earlier?.header ?? header), answers }
    },
  }
}

/** The name of a run file until the run is finished. */
export const unfinishedFile = (file: string): string => `${file}.unfinished`

/** The default file of a run: that of an interrupted run with the same identity, else a new one named after the time. */
export function placeRun(header: RunHeader, workFolder: string): string {
  const folder = join(workFolder, 'runs')
  const identity = createHash('sha256').update(runIdentity(header)).digest('hex').slice(0, 8)
  const ending = `-${identity}.jsonl`
  const unfinished = unfinishedFile(ending)
  const begun = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(unfinished)) : []
  const last = begun.toSorted().at(-1)
  if (last !== undefined) return join(folder, last.slice(0, ending.length - unfinished.length))
  return join(folder, `${header.startedAt.replaceAll(/[:.]/gu, '-')}${ending}`)
}

/** Reads a finished run; throws an EvaluationError `EVALUATION_RUN_…`: `NOT_FOUND`, `MALFORMED` or `INCOMPLETE`. */
export function readRun(file: string): Run {
  const isBegun = existsSync(unfinishedFile(file))
  const lines = readReplaceable(file)
  if (lines?.isFinished) return { ...lines.header, answers: lines.answers }
  if (lines || isBegun) {
    const message = `The run ${file} was interrupted. Repeat its command to continue it: its answers are stored.`
    throw new EvaluationError('EVALUATION_RUN_INCOMPLETE', message)
  }
  const message = `There is no run ${file}. Make one: recallite-eval run <suite> --out ${file}`
  throw new EvaluationError('EVALUATION_RUN_NOT_FOUND', message)
}

const withoutDetail = (whole: Answer): Answer => ({ ...whole, ranking: [] })

/** An interrupted run is continued if it has the same identity. */
function runIdentity({ settings, depth, strategies, suites, environment }: RunHeader): string {
  return JSON.stringify({ settings, depth, strategies, suites, version: environment.version })
}

/** Reads a file that a run may replace: another run or an empty file. Undefined if there is no run. */
function readReplaceable(file: string) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && stats.size === 0)) return undefined
  const lines = stats.isFile() ? readLines(file) : undefined
  // Without a complete line, the file is either a run that has just started, or not a run.
  if (lines || (stats.isFile() && readFileSync(file, 'utf8').startsWith('{"run":'))) return lines
  const message = `${file} exists and is not a run, so it is not replaced. Name another file.`
  throw new EvaluationError('EVALUATION_RUN_MALFORMED', message)
}

/** Reads the complete lines of a run, and their length in bytes. Undefined if there are none. */
function readLines(file: string) {
  let header: RunHeader | undefined
  const answers: Answer[] = []
  let isFinished = false
  let length = 0
  for (const { text, line, isWhole } of readTextLines(file)) {
    if (!isWhole) break
    length += Buffer.byteLength(text) + 1
    const { run, ...fields } = parseFields(text)
    const position = `${file}:${line}`
    if (!header && run === version) header = checked(runHeader, fields, position)
    else if (header && 'answer' in fields) answers.push(checked(answerLine, fields, position).answer)
    else if (header && fields['end'] === true) isFinished = true
    else throw malformed(position, 'this is not a run of this version')
  }
  return header && { header, answers, isFinished, length }
}

/** Checks all fields, because people edit runs. */
function checked<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown, position: string): Value {
  const flaw = flawOf(schema, value)
  if (!flaw) return value as Value
  throw malformed(position, `"${flaw.path}" must be ${flaw.need}`)
}

function malformed(position: string, reason: string): EvaluationError {
  const message = `${position}: ${reason}. Name a file that 'recallite-eval run' wrote.`
  return new EvaluationError('EVALUATION_RUN_MALFORMED', message)
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
