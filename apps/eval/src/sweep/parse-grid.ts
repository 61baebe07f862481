import { didYouMean, UsageError } from '@recallite/command-line'
import { defaultStrategyName, findStrategy, isStrategyName } from '@recallite/fusion'
import {
  defaultSetting,
  defaultValues,
  describeSetting,
  withoutDefaults,
  type KeywordNormalization,
  type Setting,
  type SettingName,
} from './setting.js'

/** One setting, and the values that it takes, each as a setting of that value alone. */
export interface Variation {
  readonly name: SettingName
  /** In the order given, without repetitions. */
  readonly values: readonly Setting[]
}

interface NumericEntry {
  readonly least: number
  readonly most: number
  readonly isWhole: boolean
  readonly choose: (value: number) => Setting
}

interface NamedEntry {
  /** The values in words. */
  readonly allowed: string
  /** Undefined for other names; FusionError for an unknown fusion, as it suggests the most similar. */
  readonly choose: (name: string) => Setting | undefined
}

/** Queries rarely distinguish more settings, and they would take hours. */
const mostSettings = 500
/** More values of one setting than any grid may have. */
const mostValues = 10_000
const significantDigits = 12
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i
const normalizations: readonly KeywordNormalization[] = ['none', 'position', 'min-max', 'max']

/** The settings that can be varied, and their bounds: those of `recallite`. */
export const settingTable: Readonly<Record<SettingName, NumericEntry | NamedEntry>> = {
  fusion: {
    allowed: 'the name of a fusion',
    choose: (name: string) => {
      findStrategy(name)
      return isStrategyName(name) ? { fusion: name } : {}
    },
  },
  vectorWeight: number([0, Infinity], (vectorWeight) => ({ vectorWeight })),
  textWeight: number([0, Infinity], (textWeight) => ({ textWeight })),
  k: number([0, Infinity], (k) => ({ k })),
  normalization: {
    allowed: `one of ${normalizations.join(', ')}`,
    choose: (name: string) => {
      const normalization = normalizations.find((known) => known === name)
      return normalization && { normalization }
    },
  },
  candidateMultiplier: number([1, 100], (candidateMultiplier) => ({ candidateMultiplier })),
  minScore: number([-1, 1], (minScore) => ({ minScore })),
  chunkTokens: { ...number([16, 8192], (chunkTokens) => ({ chunkTokens })), isWhole: true },
  chunkOverlap: { ...number([0, 4096], (chunkOverlap) => ({ chunkOverlap })), isWhole: true },
}
/** Every name that can be varied. */
export const settingNames: readonly string[] = Object.keys(settingTable)

/**
 * Every combination of the values of `--vary name=value,…` texts, after the default setting, which is always there.
 * Combinations that search alike (`k` if the fusion has none, a value that is the default) are one.
 * @throws UsageError if a name, a value or a combination is not allowed, or there are more than 500 combinations;
 * FusionError `FUSION_UNKNOWN_STRATEGY`
 */
export function parseGrid(texts: readonly string[]): Setting[] {
  const variations = texts.map(parseVariation)
  refuseRepeats(variations)
  refuseTooMany(variations)
  const combinations = variations.reduce<Setting[]>(
    (settings, { values }) =>
      settings.flatMap((setting) => values.map((value) => ({ ...setting, ...value }))),
    [{}],
  )
  for (const combination of combinations) refuseContradiction(combination)
  const settings = [defaultSetting, ...combinations.map(withoutDefaults)]
  return [...new Map(settings.map((setting) => [keyOf(setting), setting])).values()]
}

function number(
  [least, most]: readonly [least: number, most: number],
  choose: NumericEntry['choose'],
): NumericEntry {
  return { least, most, isWhole: false, choose }
}

function keyOf(setting: Setting): string {
  return JSON.stringify(Object.entries(setting).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

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

/** Refuses values that are each allowed, and not together. */
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

/** Reads one `name=value,value,…`; a value may be a range, `from..to/step`. */
function parseVariation(text: string): Variation {
  const at = text.indexOf('=')
  if (at === -1) {
    throw new UsageError(`--vary ${text}: say which values, as in --vary vectorWeight=0.6,0.7,0.8.`)
  }
  const name = knownName(text.slice(0, at).trim())
  const values = text
    .slice(at + 1)
    .split(',')
    .flatMap((part) => valuesOf(name, part.trim()))
  return { name, values: [...new Map(values.map((value) => [value[name], value])).values()] }
}

function knownName(name: string): SettingName {
  if (isSettingName(name)) return name
  throw new UsageError(
    `--vary: no setting is called "${name}".${didYouMean(name, settingNames)} Those that can be varied: ${settingNames.join(', ')}.`,
  )
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name)
}

function toNumber(text: string): number {
  return decimal.test(text) ? Number(text) : NaN
}

function valuesOf(name: SettingName, text: string): Setting[] {
  const entry = settingTable[name]
  const refuse = (): never => {
    throw new UsageError(`--vary ${name}: "${text}" must be ${allowedValues(entry)}.`)
  }
  if ('allowed' in entry) return [entry.choose(text) ?? refuse()]
  const { least, most, isWhole, choose } = entry
  const isAllowed = (value: number) =>
    Number.isFinite(value) && value >= least && value <= most && (!isWhole || Number.isInteger(value))
  const numbers = numbersOf(text)
  return numbers?.every(isAllowed) ? numbers.map(choose) : refuse()
}

function allowedValues(entry: NumericEntry | NamedEntry): string {
  if ('allowed' in entry) return entry.allowed
  const { least, most, isWhole } = entry
  const what = isWhole ? 'a whole number' : 'a number'
  const bounds = most === Infinity ? `from ${least}` : `from ${least} to ${most}`
  return `${what} ${bounds}, or a range like ${isWhole ? '200..800/100' : '0.2..0.8/0.1'}`
}

/** One number, or those of a range `from..to/step`; undefined for a range without values. */
function numbersOf(text: string): number[] | undefined {
  const range = /^(.+)\.\.(.+)\/(.+)$/.exec(text)
  if (!range) return [toNumber(text)]
  const [from = NaN, to = NaN, step = NaN] = range.slice(1).map(toNumber)
  if (!(step > 0 && from <= to)) return undefined
  // Rounding of binary fractions must not lose the last value.
  const count = Math.floor((to - from) / step + 1e-9) + 1
  if (!Number.isFinite(count)) return undefined
  if (count > mostValues) {
    throw new UsageError(`--vary: a range of ${count} values is too fine. Widen its step.`)
  }
  return Array.from({ length: count }, (_, index) =>
    Number((from + index * step).toPrecision(significantDigits)),
  )
}
