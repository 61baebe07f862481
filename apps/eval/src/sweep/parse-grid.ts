import { UsageError, didYouMean } from '@recallite/command-line'
import { defaultStrategyName, findStrategy, isStrategyName } from '@recallite/fusion'
import {
  type KeywordNormalization,
  type Setting,
  type SettingName,
  defaultSetting,
  defaultValues,
  describeSetting,
  withoutDefaults,
} from './setting.js'

const normalizations: readonly KeywordNormalization[] = ['none', 'position', 'min-max', 'max']

/** What can be varied, and within which bounds: those that the settings of `recallite` have. */
export const settingTable: Readonly<Record<SettingName, SettingEntry>> = {
  fusion: { kind: 'name', allowed: 'the name of a fusion', choose: chooseFusion },
  vectorWeight: number([0, Infinity], (vectorWeight) => ({ vectorWeight })),
  textWeight: number([0, Infinity], (textWeight) => ({ textWeight })),
  k: number([0, Infinity], (k) => ({ k })),
  normalization: {
    kind: 'name',
    allowed: `one of ${normalizations.join(', ')}`,
    choose: (name) => {
      const normalization = normalizations.find((known) => known === name)
      return normalization && { normalization }
    },
  },
  candidateMultiplier: number([1, 100], (candidateMultiplier) => ({ candidateMultiplier })),
  minScore: number([-1, 1], (minScore) => ({ minScore })),
  chunkTokens: whole([16, 8192], (chunkTokens) => ({ chunkTokens })),
  chunkOverlap: whole([0, 4096], (chunkOverlap) => ({ chunkOverlap })),
}

/** Every name that can be varied. */
export const settingNames: readonly string[] = Object.keys(settingTable)

/** More values of one setting than any grid may have. */
const mostValues = 10_000

const rounding = 12

/** The most settings of one sweep: more are rarely told apart by the queries at hand, and take hours. */
const mostSettings = 500

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

/** One setting, and the values it is to take. */
interface Variation {
  readonly name: SettingName
  /** A setting of that one value each, in the order given, no value twice. */
  readonly values: readonly Setting[]
}

function knownName(name: string): SettingName {
  if (isSettingName(name)) return name
  const hint = didYouMean(name, settingNames)
  throw new UsageError(
    `--vary: no setting is called "${name}".${hint} Those that can be varied: ${settingNames.join(', ')}.`,
  )
}

function refuseValue(name: SettingName, value: string, allowed: string): never {
  throw new UsageError(`--vary ${name}: "${value}" must be ${allowed}.`)
}

/** What a setting's values can be, in words. */
function allowedValues(entry: SettingEntry): string {
  if (entry.kind === 'name') return entry.allowed
  const { least, most, isWhole } = entry
  const what = isWhole ? 'a whole number' : 'a number'
  const bounds = most === Infinity ? `from ${least}` : `from ${least} to ${most}`
  return `${what} ${bounds}, or a range like ${isWhole ? '200..800/100' : '0.2..0.8/0.1'}`
}

/** A decimal number; NaN for anything else. */
function toNumber(text: string): number {
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN
}

/** The numbers of `from..to/step`; undefined where it cannot be meant. */
function numbersOfRange([from, to, step]: readonly number[]): number[] | undefined {
  if (from === undefined || to === undefined || step === undefined) return undefined
  if (!(step > 0 && from <= to)) return undefined
  // The last value is meant though binary fractions may step past it.
  const count = Math.floor((to - from) / step + 1e-9) + 1
  if (!Number.isFinite(count)) return undefined
  if (count > mostValues)
    throw new UsageError(`--vary: a range of ${count} values is too fine. Widen its step.`)
  return Array.from({ length: count }, (_, index) => Number((from + index * step).toPrecision(rounding)))
}

function numbersOf(text: string): number[] | undefined {
  const range = /^(.+)\.\.(.+)\/(.+)$/.exec(text)
  return range ? numbersOfRange(range.slice(1).map(toNumber)) : [toNumber(text)]
}

function valuesOf(name: SettingName, text: string): Setting[] {
  const entry = settingTable[name]
  const refuse = () => refuseValue(name, text, allowedValues(entry))
  if (entry.kind === 'name') return [entry.choose(text) ?? refuse()]
  const { least, most, isWhole, choose } = entry
  const isAllowed = (value: number) =>
    Number.isFinite(value) && value >= least && value <= most && (!isWhole || Number.isInteger(value))
  const numbers = numbersOf(text)
  return numbers?.every(isAllowed) ? numbers.map(choose) : refuse()
}

/**
 * What one `--vary name=value,value,…` asks for; a value may be a range, `from..to/step`.
 * @throws UsageError; FusionError `FUSION_UNKNOWN_STRATEGY`
 */
function parseVariation(text: string): Variation {
  const at = text.indexOf('=')
  if (at === -1) {
    throw new UsageError(`--vary ${text}: say which values, as in --vary vectorWeight=0.6,0.7,0.8.`)
  }
  const name = knownName(text.slice(0, at).trim())
  const parts = text.slice(at + 1).split(',')
  const values = parts.flatMap((part) => valuesOf(name, part.trim()))
  return { name, values: [...new Map(values.map((value) => [value[name], value])).values()] }
}

/** A setting whose values are numbers, so that a range of them can be given. */
interface NumericSetting {
  readonly kind: 'number'
  readonly least: number
  readonly most: number
  readonly isWhole: boolean
  readonly choose: (value: number) => Setting
}

/** A setting whose values are names. */
interface NamedSetting {
  readonly kind: 'name'
  /** What the values are, in words. */
  readonly allowed: string
  /** Undefined for a name that is none of them; FusionError for an unknown fusion, which knows the nearest. */
  readonly choose: (name: string) => Setting | undefined
}

/** What can be said of a setting. */
type SettingEntry = NumericSetting | NamedSetting

function number(range: readonly [least: number, most: number], choose: NumericSetting['choose']) {
  const [least, most] = range
  return { kind: 'number', least, most, isWhole: false, choose } as const
}

function whole(range: readonly [least: number, most: number], choose: NumericSetting['choose']) {
  return { ...number(range, choose), isWhole: true } as const
}

function chooseFusion(name: string): Setting {
  findStrategy(name)
  return isStrategyName(name) ? { fusion: name } : {}
}

/** Whether something of that name can be varied. */
function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name)
}
