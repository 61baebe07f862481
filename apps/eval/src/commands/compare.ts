import { renderJson, UsageError, type Request } from '@recallite/command-line'
import { compareRuns, type NamedRun } from '../compare/compare-runs.js'
import type { Flags } from '../flags.js'
import { chooseMeasure, defaultMeasureName } from '../measures/measure-table.js'
import { comparisonParts } from '../render/comparison.js'
import { renderParts, screenWidth } from '../render/table.js'
import { readRun } from '../run/run-file.js'
import { checkDepth } from './show.js'

/** `recallite-eval compare <run> <run>` */
export async function runCompare({ words, flags, io }: Request<Flags>): Promise<void> {
  const { strategies, limit = 10, measure: name = defaultMeasureName } = flags
  const measure = chooseMeasure(name)
  const [first, second] = readTwo(words)
  if ('depth' in measure) for (const { file, run } of [first, second]) checkDepth(run, [measure.depth], file)
  const comparison = compareRuns(first, second, { measure, strategies })
  const width = screenWidth(io)
  const parts = comparisonParts(comparison, { width, limit })
  io.write(flags.json ? renderJson(comparison) : renderParts(parts, { width }))
}

/** Reads two runs with a common suite; throws a UsageError, EvaluationError. */
function readTwo(words: readonly string[]): readonly [NamedRun, NamedRun] {
  const [first, second] = words.map((file) => ({ file, run: readRun(file) }))
  if (!first || !second || words.length > 2) {
    throw new UsageError(
      `compare takes two runs, not ${words.length}. To compare two strategies of one run, name the run twice and add --strategies a,b.`,
    )
  }
  const [ours = [], theirs = []] = [first, second].map(({ run }) => run.suites.map(({ name }) => name))
  if (ours.some((name) => theirs.includes(name))) return [first, second]
  throw new UsageError(
    `The runs have no suite in common: the first has ${ours.join(', ')}; the second ${theirs.join(', ')}.`,
  )
}
