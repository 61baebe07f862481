import { exitCodes, renderJson, UsageError, type Request } from '@recallite/command-line'
import { compareRuns, type NamedRun } from '../compare/compare-runs.js'
import type { Flags } from '../flags.js'
import { chooseMeasure, defaultMeasureName } from '../measures/measure-table.js'
import { comparisonParts } from '../render/comparison.js'
import { renderParts, screenWidth } from '../render/table.js'
import { readRun } from '../run/run-file.js'
import { checkDepth } from './show.js'

const defaultWidth = 100

/** `recallite-eval compare <run> <run>` */
export async function runCompare({ words, flags, io }: Request<Flags>): Promise<number> {
  const { strategies, limit = 10, json = false } = flags
  const measure = chooseMeasure(flags.measure ?? defaultMeasureName)
  const runs = words.map((file) => ({ file, run: readRun(file) }))
  const [first, second] = runs
  if (!first || !second || runs.length > 2) {
    throw new UsageError(
      `compare takes two runs, and ${runs.length} were named. Name one twice to compare two of its strategies: --strategies a,b.`,
    )
  }
  if ('depth' in measure) for (const { file, run } of runs) checkDepth(run, [measure.depth], file)
  checkShared(runs)
  const comparison = compareRuns(first, second, { measure, strategies })
  const width = screenWidth(io) ?? defaultWidth
  io.write(
    json ? renderJson(comparison) : renderParts(comparisonParts(comparison, { width, limit }), { width }),
  )
  return exitCodes.done
}

function checkShared(runs: readonly NamedRun[]): void {
  const [ours = [], theirs = []] = runs.map(({ run }) => run.suites.map(({ name }) => name))
  if (ours.some((name) => theirs.includes(name))) return
  throw new UsageError(
    `The runs have no suite in common: the first has ${ours.join(', ')}; the second ${theirs.join(', ')}.`,
  )
}
