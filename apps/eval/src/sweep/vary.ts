import { didYouMean, UsageError } from '@recallite/command-line'
import { isSettingName, settingNames, settingTable, type SettingEntry } from './setting-table.js'
import type { Setting, SettingName } from './setting.js'

/** One setting, and the values it is to take. */
export interface Variation {
  readonly name: SettingName
  /** A setting of that one value each, in the order given, no value twice. */
  readonly values: readonly Setting[]
}

/** More values of one setting than any grid may have. */
const mostValues = 10_000

const rounding = 12

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
export function parseVariation(text: string): Variation {
  const at = text.indexOf('=')
  if (at === -1) {
    throw new UsageError(`--vary ${text}: say which values, as in --vary vectorWeight=0.6,0.7,0.8.`)
  }
  const name = knownName(text.slice(0, at).trim())
  const parts = text.slice(at + 1).split(',')
  const values = parts.flatMap((part) => valuesOf(name, part.trim()))
  return { name, values: [...new Map(values.map((value) => [value[name], value])).values()] }
}
