import { renderJson, type Request } from '@recallite/command-line'
import { ofFiles, readSuites } from '../suite/read-suite.js'
import { crossFigures, usualThresholds } from '../cross/cross-figures.js'
import { addForeignQuestions } from '../cross/foreign-questions.js'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags.js'
import { crossTables } from '../render/cross-tables.js'
import { renderTables } from '../render/text-tables.js'
import { defaultStrategy, ownStrategy } from '../strategy/strategy-table.js'
import { readOwnSettings, withModel } from '../models.js'
import { makeRun } from './make-run.js'
import { resolveStrategies } from './run-options.js'

/** How many questions of each suite are put to every other collection. */
export const usualQuestions = 50

/** `recallite-eval cross <suite…>` */
export async function runCross({ words, flags, io }: Request<Flags>): Promise<number> {
  const { questions: count = usualQuestions } = flags
  const suites = ofFiles(readSuites(words), 'cross')
  const described = addForeignQuestions(suites, count)
  const resolved = await readOwnSettings(flags)
  const names = flags.strategies ?? [ownStrategy(resolved)?.name ?? defaultStrategy.name]
  const run = await withModel({ flags, io }, (model) => {
    const strategies = resolveStrategies({ strategies: names }, { hasModel: model !== undefined, resolved })
    return makeRun(suites, described, { flags, io, model, strategies })
  })
  const figures = crossFigures(run, usualThresholds)
  if (flags.json) io.write(renderJson(figures))
  else io.write(renderTables(figures.flatMap(crossTables), flags, io))
  return exitCodes.done
}
