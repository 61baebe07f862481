import { writeWhole } from '@recallite/command-line'
import { appendFileSync, existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { EvaluationError } from '../errors.js'
import type { Answer, Run, RunHeader } from './run.js'
import { runIdentity } from './run-identity.js'
import { answerLine, endLine, headerLine, readRunLines } from './run-lines.js'

/** A run that is being made. */
export interface OpenRun {
  /** Of an earlier attempt that was interrupted. */
  readonly answers: readonly Answer[]
  /** Adds an answer; it is in the file at once. */
  add(answer: Answer): void
  /** Says that nothing is missing, and gives the whole, with rankings in detail left to the file: they take room. */
  finish(): Run
}

function withoutDetail(answer: Answer): Answer {
  return { ...answer, ranking: [] }
}

function readUnfinished(file: string, header: RunHeader) {
  const lines = existsSync(file) ? readRunLines(file) : undefined
  if (!lines || lines.isFinished || runIdentity(lines.header) !== runIdentity(header)) return undefined
  return lines
}

/**
 * Opens the file of a run. An interrupted run of the same settings, strategies, suites and version goes on; whatever
 * other run is in the file gives way.
 * @throws EvaluationError `EVALUATION_RUN_MALFORMED` where the file is something else
 */
export function openRun(file: string, header: RunHeader): OpenRun {
  const earlier = readUnfinished(file, header)
  mkdirSync(dirname(file), { recursive: true })
  if (earlier) truncateSync(file, earlier.length)
  else writeFileSync(file, headerLine(header))
  const answers = (earlier?.answers ?? []).map(withoutDetail)
  return {
    answers: [...answers],
    add(answer) {
      appendFileSync(file, answerLine(answer))
      answers.push(withoutDetail(answer))
    },
    finish() {
      appendFileSync(file, endLine)
      return { ...(earlier?.header ?? header), answers }
    },
  }
}

function* linesOf(header: RunHeader, answers: readonly Answer[]): Generator<string> {
  yield headerLine(header)
  for (const answer of answers) yield answerLine(answer)
  yield endLine
}

/**
 * Writes a whole run.
 * @throws EvaluationError `EVALUATION_RUN_MALFORMED` where the file is something else than a run
 */
export function writeRun(file: string, { answers, ...header }: Run): void {
  if (existsSync(file)) readRunLines(file)
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, linesOf(header, answers))
}

/**
 * Reads a run that is finished.
 * @throws EvaluationError `EVALUATION_RUN_NOT_FOUND`, `EVALUATION_RUN_MALFORMED`, `EVALUATION_RUN_INCOMPLETE`
 */
export function readRun(file: string): Run {
  if (!existsSync(file)) {
    const message = `There is no run ${file}. Make one: recallite-eval run <suite> --out ${file}`
    throw new EvaluationError('EVALUATION_RUN_NOT_FOUND', message)
  }
  const lines = readRunLines(file)
  if (lines?.isFinished) return { ...lines.header, answers: lines.answers }
  const message = `The run ${file} was interrupted. Start it again with the same words: what is there stays.`
  throw new EvaluationError('EVALUATION_RUN_INCOMPLETE', message)
}
