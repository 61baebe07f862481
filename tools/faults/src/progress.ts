import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './program.ts'
import { CaseLog } from './run-suite.ts'

/**
 * Keeps the cases that are done in a file, a line each: an interrupted run goes on behind them. What was done at another commit
 * counts in suites of which no case failed; the others begin again.
 * @param name of the file; the same for the same cases
 * @param isResumed whether the cases in it count
 * @throws TypeError where there is nothing to resume
 */
export function openProgress(
  name: string,
  { commit, isResumed }: { commit: string; isResumed: boolean },
  folder = join(repositoryRoot, '.faults'),
) {
  const file = join(folder, `${name}.jsonl`)
  if (isResumed && !existsSync(file)) throw new TypeError(`There is nothing to resume: there is no ${file}.`)
  const done = isResumed ? casesIn(readFileSync(file, 'utf8'), commit) : []
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, done.map((each) => `${JSON.stringify(each)}\n`).join(''))
  return {
    /** The cases of a suite that an earlier run has done, by their number. */
    doneOf: (suite: string): Map<number, CaseLog> =>
      new Map(done.flatMap(({ log, number, suite: of }) => (of === suite ? [[number, log]] : []))),
    add(suite: string, number: number, { runs: _, ...log }: CaseLog): void {
      appendFileSync(file, `${JSON.stringify({ suite, number, log: { ...log, commit } })}\n`)
    },
  }
}

interface DoneCase {
  readonly suite: string
  readonly number: number
  readonly log: CaseLog
}

function casesIn(text: string, commit: string): DoneCase[] {
  // A line that a killed run left unfinished ends with no line feed.
  const lines = text.split('\n').slice(0, -1)
  const all: DoneCase[] = lines.map((line) => {
    const { log, ...which } = JSON.parse(line)
    return { ...which, log: Object.assign(new CaseLog(''), log) }
  })
  const stale = all.filter(({ log }) => log.hasFailed && log.commit !== commit)
  return all.filter(({ suite }) => stale.every((other) => other.suite !== suite))
}
