import { describeRange, didYouMean, UsageError, type NumberRange } from '@recallite/command-line'
import { defaultChunking } from '@recallite/core'
import { searchRanges } from '@recallite/core/search-ranges'
import { strategyNames } from '@recallite/fusion'
import { rounded, type Setting, type SettingName } from './setting.js'

type Allowed = { readonly names: readonly string[] } | NumberRange

const share: NumberRange = { least: 0, most: 1 }

/** Queries rarely distinguish more settings, and scoring them would take hours. */
const mostSettings = 500
const mostValues = 10_000
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

/** The settings that can be varied, and what `recallite` allows them to be. */
export const settingTable: Readonly<Record<SettingName, Allowed>> = {
  fusion: { names: strategyNames() },
  weight: share,
  k: searchRanges.rrfK,
  threshold: share,
  limit: searchRanges.limit,
  chunkTokens: { least: 16, most: 8192, isWhole: true },
  chunkOverlap: { least: 0, most: 4096, isWhole: true },
}

/**
 * Every combination of the values of one or more `--vary name=value,…` texts, after the default setting, which is always there.
 * @throws UsageError if a name, a value or a combination is not allowed, or there are more than 500 combinations
 */
export function parseGrid(texts: readonly string[]): Setting[] {
  const variations = texts.map(parseVariation)
  const names = variations.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) {
    throw new UsageError(
      `--vary ${repeated} is given twice. Put all its values into one, with commas between.`,
    )
  }
  const count = variations.reduce((product, { values }) => product * values.length, 1)
  if (count > mostSettings) {
    const factors = variations.map(({ name, values }) => `${values.length} of ${name}`).join(' × ')
    throw new UsageError(
      `--vary: ${factors} make ${count} settings; at most ${mostSettings} can be compared. Vary fewer, or in wider steps.`,
    )
  }
  const combinations = variations.reduce<Setting[]>(
    (settings, { values }) =>
      settings.flatMap((setting) => values.map((value) => ({ ...setting, ...value }))),
    [{}],
  )
  for (const combination of combinations) refuseContradiction(combination)
  return [{}, ...combinations]
}

function refuseContradiction({
  chunkTokens = defaultChunking.target,
  chunkOverlap = defaultChunking.overlap,
}: Setting): void {
  if (chunkOverlap < chunkTokens) return
  throw new UsageError(
    `--vary: chunkOverlap ${chunkOverlap} must be below chunkTokens ${chunkTokens}. Vary chunkOverlap with it.`,
  )
}

/** Reads one `name=value,value,…`; a value may be a range, `from..to/step`. Each value is a setting of its own. */
function parseVariation(text: string): { name: string; values: Setting[] } {
  const at = text.indexOf('=')
  if (at === -1) {
    throw new UsageError(`--vary ${text}: say which values, as in --vary weight=0.6,0.7,0.8.`)
  }
  const name = text.slice(0, at).trim()
  const parts = text.slice(at + 1).split(',')
  if (!isSettingName(name)) {
    const names = Object.keys(settingTable)
    throw new UsageError(
      `--vary: no setting is called "${name}".${didYouMean(name, names)} Those that can be varied: ${names.join(', ')}.`,
    )
  }
  const entry = settingTable[name]
  const values = new Set(parts.flatMap((part): (string | number)[] => parseValues(name, part.trim(), entry)))
  return { name, values: Array.from(values, (value): Setting => ({ [name]: value })) }
}

const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingTable, name)

function parseValues(name: string, text: string, entry: Allowed): string[] | number[] {
  if ('names' in entry) {
    const { names } = entry
    if (names.includes(text)) return [text]
    throw new UsageError(
      `--vary ${name}: "${text}" is not known.${didYouMean(text, names)} Known are: ${names.join(', ')}.`,
    )
  }
  const numbers = parseRange(text)
  if (numbers?.every((value) => isWithin(value, entry))) return numbers
  const example = entry.isWhole ? '200..800/100' : '0.2..0.8/0.1'
  throw new UsageError(
    `--vary ${name}: "${text}" must be ${describeRange(entry)}, or a range like ${example}.`,
  )
}

function isWithin(value: number, { least, most = Infinity, isAbove, isWhole }: NumberRange): boolean {
  const isHigh = isAbove ? value > least : value >= least
  return Number.isFinite(value) && isHigh && value <= most && (!isWhole || Number.isInteger(value))
}

/** One number, or those of a range `from..to/step`; undefined for a range without values. */
function parseRange(text: string): number[] | undefined {
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
  return Array.from({ length: count }, (_, index) => rounded(from + index * step))
}

const toNumber = (text: string): number => (decimal.test(text) ? Number(text) : NaN)
