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
import { answerLine, endLine, headerLine, readRunLines, type RunLines } from './run-lines.js'
import type { Answer, Run, RunHeader } from './run.js'

/** A run that is being made. */
export interface OpenRun {
  /** Of an earlier attempt that was interrupted. */
  readonly answers: readonly Answer[]
  /** Adds an answer; it is on disk at once. */
  add(answer: Answer): void
  /** Completes the file and returns the run, without the details of rankings, which take much memory. */
  finish(): Run
}

/**
 * Opens the file of a run for one process. Continues an interrupted run of the same settings, strategies, suites and
 * version; any other run in the file stays until this one is finished.
 * @throws EvaluationError `EVALUATION_RUN_MALFORMED` if the file is something else
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

/** The file of a run until it is finished. */
export function unfinishedFile(file: string): string {
  return `${file}.unfinished`
}

/** The default file of a run: that of an interrupted run of the same identity, else a new one with the time in its name. */
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

/** Writes a whole run; throws an EvaluationError if the file is something else than a run. */
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
    const message = `The run ${file} was interrupted. Start it again with the same words: its answers stay.`
    throw new EvaluationError('EVALUATION_RUN_INCOMPLETE', message)
  }
  const message = `There is no run ${file}. Make one: recallite-eval run <suite> --out ${file}`
  throw new EvaluationError('EVALUATION_RUN_NOT_FOUND', message)
}

function withoutDetail(answer: Answer): Answer {
  return { ...answer, ranking: [] }
}

/** What decides the answers: an interrupted run of the same identity can be continued. */
function runIdentity({ settings, depth, strategies, suites, environment }: RunHeader): string {
  return JSON.stringify({ settings, depth, strategies, suites, version: environment.version })
}

/** Reads a file that a run may replace: a begun or finished run, or an empty file; undefined if there is no run. */
function readReplaceable(file: string): RunLines | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && stats.size === 0)) return undefined
  const lines = stats.isFile() ? readRunLines(file) : undefined
  // A file without a whole line is a run that had just begun, or something else.
  if (lines || (stats.isFile() && readFileSync(file, 'utf8').startsWith('{"run":'))) return lines
  const message = `${file} exists and is not a run. Name another file: a run replaces nothing else.`
  throw new EvaluationError('EVALUATION_RUN_MALFORMED', message)
}

function* linesOf(header: RunHeader, answers: readonly Answer[]): Generator<string> {
  yield headerLine(header)
  for (const answer of answers) yield answerLine(answer)
  yield endLine
}
