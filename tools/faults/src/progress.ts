import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './program.ts'
import { CaseLog } from './run-suite.ts'

/**
 * Keeps the cases that are done in a file, a line each: an interrupted run goes on behind them.
 * @param name of the file; the same for the same cases
 * @param isResumed whether the cases in it count; those of another commit do not
 * @throws TypeError where there is nothing to resume
 */
export function openProgress(
  name: string,
  { commit, isResumed }: { commit: string; isResumed: boolean },
  folder = join(repositoryRoot, '.faults'),
) {
  const file = join(folder, `${name}.jsonl`)
  const head = JSON.stringify({ commit })
  const text = isResumed && existsSync(file) ? readFileSync(file, 'utf8') : ''
  // A line that a killed run left unfinished ends with no line feed.
  const [first, ...lines] = text.split('\n').slice(0, -1)
  if (isResumed && first !== head)
    throw new TypeError(`There is nothing to resume: ${file} is of no run of this commit.`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, [head, ...lines, ''].join('\n'))
  const done = lines.map((line) => JSON.parse(line))
  return {
    /** The cases of a suite that an earlier run has done, by their number. */
    doneOf: (suite: string): Map<number, CaseLog> =>
      new Map(
        done.flatMap((each) =>
          each.suite === suite ? [[each.number, Object.assign(new CaseLog(''), each.log)]] : [],
        ),
      ),
    add: (suite: string, number: number, { runs: _, ...log }: CaseLog) =>
      appendFileSync(file, `${JSON.stringify({ suite, number, log })}\n`),
  }
}
