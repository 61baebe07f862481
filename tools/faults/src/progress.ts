import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, repositoryRoot } from './program.ts'
import { CaseLog } from './run-suite.ts'

/** The cases that are done: an interrupted run goes on behind them. */
export interface Progress {
  /** The cases of a suite that an earlier run had done, by their number. */
  doneOf(suite: string): Map<number, CaseLog>
  add(suite: string, number: number, log: CaseLog): void
}

/**
 * Keeps the cases that are done in a file, a line each.
 * @param name of the file; the same for the same cases
 * @param isResumed whether the cases in it count; those of another commit do not
 * @throws TypeError where there is nothing to resume
 */
export function openProgress(
  name: string,
  isResumed: boolean,
  folder = join(repositoryRoot, '.faults'),
): Progress {
  const file = join(folder, `${name}.jsonl`)
  const head = JSON.stringify({ commit: commit() })
  // A line that a killed run left unfinished ends with no line feed.
  const [first, ...lines] =
    isResumed && existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  if (isResumed && first !== head)
    throw new TypeError(`There is nothing to resume: ${file} is of no run of this commit.`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, [head, ...lines, ''].join('\n'))
  const done = lines.map((line) => JSON.parse(line))
  return {
    doneOf: (suite) =>
      new Map(
        done
          .filter((each) => each.suite === suite)
          .map(({ number, log }) => [number, Object.assign(new CaseLog(''), log)]),
      ),
    add: (suite, number, { runs: _, ...log }) =>
      appendFileSync(file, `${JSON.stringify({ suite, number, log })}\n`),
  }
}
