import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { EvaluationError } from '../errors.js'
import { type RunLines, answerLine, endLine, headerLine, readRunLines } from './run-lines.js'
import type { Answer, Run, RunHeader } from './run.js'

/** A run that is being made. */
export interface OpenRun {
  /** Of an earlier attempt that was interrupted. */
  readonly answers: readonly Answer[]
  /** Adds an answer; it is on disk at once. */
  add(answer: Answer): void
  /** Says that nothing is missing, and gives the whole, with rankings in detail left to the file: they take room. */
  finish(): Run
}

/** Where a run is until it is finished, so that an earlier one in its place stays until then. */
export function unfinishedFile(file: string): string {
  return `${file}.unfinished`
}

/**
 * Opens the file of a run. An interrupted run of the same settings, strategies, suites and version goes on. Whatever other
 * run is in the file stays there until this one is finished. Nobody else may have it open.
 * @throws EvaluationError `EVALUATION_RUN_MALFORMED` where the file is something else
 */
export function openRun(file: string, header: RunHeader): OpenRun {
  readReplaceable(file)
  const unfinished = unfinishedFile(file)
  const begun = readReplaceable(unfinished)
  const earlier = begun && runIdentity(begun.header) === runIdentity(header) ? begun : undefined
  mkdirSync(dirname(file), { recursive: true })
  if (earlier) truncateSync(unfinished, earlier.length)
  else writeFileSync(unfinished, headerLine(header))
  const answers = (earlier?.answers ?? []).map(withoutDetail)
  return {
    answers: [...answers],
    add(answer) {
      appendFileSync(unfinished, answerLine(answer))
      answers.push(withoutDetail(answer))
    },
    finish() {
      if (!earlier?.isFinished) appendFileSync(unfinished, endLine)
      renameSync(unfinished, file)
      return { ...(earlier?.header ?? header), answers }
    },
  }
}

/**
 * Writes a whole run.
 * @throws EvaluationError `EVALUATION_RUN_MALFORMED` where the file is something else than a run
 */
export function writeRun(file: string, { answers, ...header }: Run): void {
  readReplaceable(file)
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, linesOf(header, answers))
}

/**
 * Reads a run that is finished.
 * @throws EvaluationError `EVALUATION_RUN_NOT_FOUND`, `EVALUATION_RUN_MALFORMED`, `EVALUATION_RUN_INCOMPLETE`
 */
export function readRun(file: string): Run {
  const isBegun = existsSync(unfinishedFile(file))
  const lines = readReplaceable(file)
  if (lines?.isFinished) return { ...lines.header, answers: lines.answers }
  if (lines || isBegun) {
    const message = `The run ${file} was interrupted. Start it again with the same words: what is there stays.`
    throw new EvaluationError('EVALUATION_RUN_INCOMPLETE', message)
  }
  const message = `There is no run ${file}. Make one: recallite-eval run <suite> --out ${file}`
  throw new EvaluationError('EVALUATION_RUN_NOT_FOUND', message)
}

/**
 * Where a run is kept for which nobody named a file: in the place of an interrupted run of the same identity, else in a new
 * one with the time in its name.
 */
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

function notARun(file: string): EvaluationError {
  const message = `${file} is there and is not a run. Name another file: nothing else gives way to a run.`
  return new EvaluationError('EVALUATION_RUN_MALFORMED', message)
}

/** Reads what a run may take the place of: a run, begun or finished, or an empty file; undefined where there is nothing. */
function readReplaceable(file: string): RunLines | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return undefined
  if (!stats.isFile()) throw notARun(file)
  if (stats.size === 0) return undefined
  const lines = readRunLines(file)
  // Not even one whole line: of a run that had just begun, or of something else.
  if (!lines && !readFileSync(file, 'utf8').startsWith('{"run":')) throw notARun(file)
  return lines
}

function withoutDetail(answer: Answer): Answer {
  return { ...answer, ranking: [] }
}

function* linesOf(header: RunHeader, answers: readonly Answer[]): Generator<string> {
  yield headerLine(header)
  for (const answer of answers) yield answerLine(answer)
  yield endLine
}

/** Whatever decides the answers; where it is the same, an interrupted run can go on. */
function runIdentity({ settings, depth, strategies, suites, environment }: RunHeader): string {
  return JSON.stringify({ settings, depth, strategies, suites, version: environment.version })
}
