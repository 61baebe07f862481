import { type Io, type Request, UsageError, exitCodes, renderJson } from '@recallite/command-line'
import { type NamedRun, compareNamedRuns } from '../compare/compare-runs.js'
import { renderRunComparison } from '../compare/render-run-comparison.js'
import type { Flags } from '../flags/flags.js'
import { chooseMeasure } from '../measures/measure-table.js'
import { readRun } from '../run/run-file.js'
import { checkDepth } from './kept-runs.js'

const usualMeasure = 'nDCG@10'
const usualLimit = 10
const usualWidth = 100
const leastWidth = 40

/** That of the terminal, where there is one. */
function widthFor({ isOutputTerminal, talkStream }: Io): number {
  const columns = 'columns' in talkStream ? talkStream.columns : undefined
  return isOutputTerminal && typeof columns === 'number' ? Math.max(leastWidth, columns) : usualWidth
}

function readRuns(files: readonly string[]): [first: NamedRun, second: NamedRun] {
  const [first, second] = files.map((file) => ({ file, run: readRun(file) }))
  if (first && second && files.length === 2) return [first, second]
  throw new UsageError(
    `compare takes two runs, and ${files.length} were named. Name one twice to compare two of its strategies: --strategies a,b.`,
  )
}

function suiteNames({ run }: NamedRun): string[] {
  return run.suites.map(({ name }) => name)
}

function refuseNothingShared([first, second]: readonly [NamedRun, NamedRun]): void {
  const [ours, theirs] = [suiteNames(first), suiteNames(second)]
  if (ours.some((name) => theirs.includes(name))) return
  throw new UsageError(
    `The runs have no suite in common: the first has ${ours.join(', ')}; the second ${theirs.join(', ')}.`,
  )
}

/** `recallite-eval compare <run> <run>` */
export async function runCompare({ words, flags, io }: Request<Flags>): Promise<number> {
  const { strategies, limit = usualLimit, json = false } = flags
  const measure = chooseMeasure(flags.measure ?? usualMeasure)
  const runs = readRuns(words)
  for (const { file, run } of runs) checkDepth(run, [measure.depth], file)
  refuseNothingShared(runs)
  const comparison = compareNamedRuns(...runs, { measure, strategies })
  const look = { width: widthFor(io), limit }
  io.write(json ? renderJson(comparison) : renderRunComparison(comparison, look))
  return exitCodes.done
}
