import { UsageError } from '@recallite/command-line'
import { defaultStrategyName } from '@recallite/fusion'
import { defaultSetting, defaultValues, describeSetting, withoutDefaults, type Setting } from './setting.js'
import { parseVariation, type Variation } from './vary.js'

/** The most settings of one sweep: more are rarely told apart by the queries at hand, and take hours. */
const mostSettings = 500

function refuseRepeats(variations: readonly Variation[]): void {
  const names = variations.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated === undefined) return
  throw new UsageError(`--vary ${repeated} is given twice. Put all its values into one, with commas between.`)
}

function refuseTooMany(variations: readonly Variation[]): void {
  const count = variations.reduce((product, { values }) => product * values.length, 1)
  if (count <= mostSettings) return
  const factors = variations.map(({ name, values }) => `${values.length} of ${name}`).join(' × ')
  throw new UsageError(
    `--vary: ${factors} make ${count} settings; at most ${mostSettings} can be compared. Vary fewer, or in wider steps.`,
  )
}

/** Values that are each allowed, and not together. */
function refuseContradiction(setting: Setting): void {
  const { fusion = defaultStrategyName } = setting
  const { vectorWeight, textWeight, chunkTokens, chunkOverlap } = { ...defaultValues(fusion), ...setting }
  if (vectorWeight === 0 && textWeight === 0) {
    throw new UsageError(
      `--vary: with ${describeSetting(setting)} nothing is searched. Give one of them a weight.`,
    )
  }
  if (chunkTokens !== undefined && chunkOverlap !== undefined && chunkOverlap >= chunkTokens) {
    throw new UsageError(
      `--vary: chunkOverlap ${chunkOverlap} must be below chunkTokens ${chunkTokens}. Vary chunkOverlap with it.`,
    )
  }
}

function productOf(variations: readonly Variation[]): Setting[] {
  return variations.reduce<Setting[]>(
    (settings, { values }) =>
      settings.flatMap((setting) => values.map((value) => ({ ...setting, ...value }))),
    [{}],
  )
}

function keyOf(setting: Setting): string {
  return JSON.stringify(Object.entries(setting).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Every combination of the values that `--vary name=value,…` texts give, after the default setting, which is always
 * there. Combinations that search alike (`k` where the fusion has none, a value that is the default) are one.
 * @throws UsageError where a name, a value or a combination cannot be meant, or there are more than 500 combinations;
 * FusionError `FUSION_UNKNOWN_STRATEGY`
 */
export function parseGrid(texts: readonly string[]): Setting[] {
  const variations = texts.map(parseVariation)
  refuseRepeats(variations)
  refuseTooMany(variations)
  const combinations = productOf(variations)
  for (const combination of combinations) refuseContradiction(combination)
  const settings = [defaultSetting, ...combinations.map(withoutDefaults)]
  return [...new Map(settings.map((setting) => [keyOf(setting), setting])).values()]
}
