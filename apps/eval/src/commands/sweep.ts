import { type Request, UsageError, printable, renderJson } from '@recallite/command-line'
import { createProgressBar } from '@recallite/command-line/progress-bar'
import { ofFiles, readSuites } from '../suite/read-suite.js'
import { exitCodes } from '../errors.js'
import type { Flags } from '../flags.js'
import { comparableMeasures, comparedLimits, foundAmong, found } from '../measures/answer-measures.js'
import { chooseMeasure, defaultMeasureName } from '../measures/measure-table.js'
import { screenWidth } from '../render/text-tables.js'
import { describeSuite } from '../run/describe-run.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { checkFolds, judgeSettings } from '../sweep/cross-validate.js'
import { parseGrid } from '../sweep/parse-grid.js'
import { renderSweep } from '../sweep/render-sweep.js'
import {
  type Objective,
  decision,
  rankingObjective,
  scoreSettings,
  shownObjective,
} from '../sweep/score-settings.js'
import { withModel } from '../models.js'
import { workFolderOf } from './run-options.js'

const usualFolds = 5
/** The same folds in every sweep make sweeps comparable. */
const foldSeed = 1

/** These are of so many results, whatever the limit. */
const limitedMeasures = new Set(comparedLimits.map((limit) => foundAmong(limit).name))

/** `recallite-eval sweep <suite…>` */
export async function runSweep({ words, flags, io }: Request<Flags>): Promise<number> {
  const { vary = [], folds = usualFolds, json = false } = flags
  if (vary.length === 0) {
    throw new UsageError('Nothing to try. Say what to vary: --vary weight=0.5..0.9/0.1')
  }
  const settings = parseGrid(vary)
  const objective = chooseObjective(flags)
  const suites = ofFiles(readSuites(words), 'sweep').map((suite) => ({
    suite,
    queries: describeSuite(suite).queries.filter(objective.takes),
  }))
  const labels = suites.flatMap(({ suite, queries }) => queries.map(({ kind }) => `${suite.name}\0${kind}`))
  checkFolds(labels.length, folds)
  const bar = await createProgressBar(io)
  const onNote = (note: string) => io.talk(`${printable(note)}\n`)
  const options = { objective, workFolder: workFolderOf(flags), bar, onNote, signal: io.interrupted }
  try {
    const scores = await withModel({ flags, io }, (model) => {
      const advice = 'See --model, --provider and --tape.'
      if (!model) io.talk(`No embedding model: settings are tried with keywords alone. ${advice}\n`)
      return scoreSettings(suites, settings, { ...options, model })
    })
    const random = seededRandom(foldSeed)
    const sweep = judgeSettings({ measure: objective.name, settings, scores }, { folds, random, labels })
    bar.stop()
    io.write(json ? renderJson(sweep) : renderSweep(sweep, screenWidth(io)))
  } finally {
    bar.stop()
  }
  return exitCodes.done
}

/** The settings that change nothing but what is shown. */
const shownSettings = ['threshold', 'limit']

function chooseObjective({ measure, vary = [] }: Flags): Objective {
  const moved = shownSettings.find((name) => vary.some((text) => text.startsWith(`${name}=`)))
  const usual = moved === undefined ? defaultMeasureName : moved === 'threshold' ? decision.name : found.name
  const name = measure ?? usual
  if (name === decision.name) return decision
  const ofShown = comparableMeasures.find((each) => each.name === name)
  if (ofShown && !limitedMeasures.has(name)) return shownObjective(ofShown)
  if (moved === undefined) return rankingObjective(chooseMeasure(name))
  const known = [decision.name, ...comparableMeasures.map((each) => each.name)]
  throw new UsageError(
    `--measure ${name}: ${moved} would change nothing, since this measure looks neither at the limit nor at the threshold. Give one of ${known.filter((each) => !limitedMeasures.has(each)).join(', ')}.`,
  )
}
