import { type Request, UsageError, printable, renderJson } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags.js'
import {
  comparableMeasures,
  comparedLimits,
  found,
  foundAmong,
  type AnyMeasure,
} from '../measures/answer-measures.js'
import { chooseMeasure, defaultMeasureName } from '../measures/measure-table.js'
import { withModel } from '../models.js'
import { sweepParts } from '../render/sweep.js'
import { renderParts, screenWidth } from '../render/table.js'
import { describeSuite } from '../run/describe-run.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { ofFiles, readSuites } from '../suite/read-suite.js'
import { checkFolds, judgeSettings } from '../sweep/cross-validate.js'
import { canScore, decision, scoreSettings } from '../sweep/score-settings.js'
import { parseGrid } from '../sweep/setting.js'
import { workFolderOf } from './run-options.js'

/** The same folds in every sweep make sweeps comparable. */
const foldSeed = 1

/** `recallite-eval sweep <suite…>` */
export async function runSweep({ words, flags, io }: Request<Flags>): Promise<number> {
  const { vary = [], folds = 5, json = false } = flags
  if (vary.length === 0) {
    throw new UsageError('Nothing to try. Say what to vary: --vary weight=0.5..0.9/0.1')
  }
  const settings = parseGrid(vary)
  const measure = chooseSweptMeasure(flags)
  const suites = ofFiles(readSuites(words), 'sweep').map((suite) => {
    return { suite, queries: describeSuite(suite).queries.filter((query) => canScore(measure, query)) }
  })
  const labels = suites.flatMap(({ suite, queries }) => queries.map(({ kind }) => `${suite.name}\0${kind}`))
  checkFolds(labels.length, folds)
  const bar = await createProgressBar(io)
  const onNote = (note: string) => io.talk(`${printable(note)}\n`)
  const options = { measure, workFolder: workFolderOf(flags), bar, onNote, signal: io.interrupted }
  const scoring = withModel({ flags, io }, (model) => {
    const advice = 'See --model, --provider and --tape.'
    if (!model) io.talk(`No embedding model: settings are tried with keywords only. ${advice}\n`)
    return scoreSettings(suites, settings, { ...options, model })
  })
  const scores = await scoring.finally(() => bar.stop())
  const random = seededRandom(foldSeed)
  const sweep = judgeSettings({ measure: measure.name, settings, scores }, { folds, random, labels })
  io.write(json ? renderJson(sweep) : renderParts(sweepParts(sweep), { width: screenWidth(io) }))
  return exitCodes.done
}

/** The measures that settings of what is shown change; others are of a fixed number of results. */
const sweptMeasures = [decision, ...comparableMeasures].filter(
  ({ name }) => !comparedLimits.some((limit) => name === foundAmong(limit).name),
)

function chooseSweptMeasure({ measure, vary = [] }: Flags): AnyMeasure {
  const moved = ['threshold', 'limit'].find((name) => vary.some((text) => text.startsWith(`${name}=`)))
  const byDefault = { threshold: decision.name, limit: found.name }
  const name =
    measure ?? (moved === undefined ? defaultMeasureName : byDefault[moved as keyof typeof byDefault])
  const chosen = chooseMeasure(name, sweptMeasures)
  if (moved === undefined || !('depth' in chosen)) return chosen
  throw new UsageError(
    `--measure ${name}: ${moved} would change nothing, since this measure looks neither at the limit nor at the threshold. Give one of ${sweptMeasures.map((each) => each.name).join(', ')}.`,
  )
}
