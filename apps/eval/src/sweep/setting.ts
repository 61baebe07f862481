import { describeRange, didYouMean, UsageError, type NumberRange } from '@recallite/command-line'
import { defaultChunking } from '@recallite/core'
import { searchRanges } from '@recallite/core/search-ranges'
import { defaultStrategyName, strategyNames, type StrategyName } from '@recallite/fusion'
import { defineStrategy, type Strategy } from '../strategy/strategy-table.js'

/**
 * Values for an index and its searches; absent ones have their defaults. `weight` and `k` belong to `fusion`, by default
 * `calibrated`. A search with a setting must name the fusion, since weights without one mean `weighted`.
 */
export interface Setting {
  readonly fusion?: StrategyName
  /** The share of the vector retriever in both weights, from 0 to 1. */
  readonly weight?: number
  /** Rank constant of `rrf` and `rrf-compressed`. */
  readonly k?: number
  /** Confidence below which a question is abstained on. */
  readonly threshold?: number
  /** Results of a search. */
  readonly limit?: number
  /** The maximum of tokens in a chunk. */
  readonly chunkTokens?: number
  /** The maximum of tokens that a chunk repeats of the one before. */
  readonly chunkOverlap?: number
}

type Allowed = { readonly names: readonly string[] } | NumberRange

const share: NumberRange = { least: 0, most: 1 }
const significantDigits = 12

/** Queries rarely distinguish more settings, and scoring them would take hours. */
const maxSettings = 500
const maxValues = 10_000
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

/** The settings that can be varied, and what `recallite` allows them to be. */
export const settingTable: Readonly<Record<keyof Setting, Allowed>> = {
  fusion: { names: strategyNames() },
  weight: share,
  k: searchRanges.rrfK,
  threshold: share,
  limit: searchRanges.limit,
  chunkTokens: { least: 16, most: 8192, isWhole: true },
  chunkOverlap: { least: 0, most: 4096, isWhole: true },
}

/** A setting in one line, as `--vary` names things: `fusion=rrf k=10`. */
export function describeSetting(setting: Setting): string {
  const values = Object.entries(setting).map(([name, value]) => `${name}=${value}`)
  return values.join(' ') || 'default'
}

/** The weights of both retrievers, if a setting has them. */
export function weightsOf({ weight }: Setting) {
  return weight === undefined ? {} : { vectorWeight: weight, textWeight: rounded(1 - weight) }
}

/** A setting as a way to search. */
export function strategyOf(setting: Setting): Strategy {
  const { fusion = defaultStrategyName, k: rrfK, limit, threshold } = setting
  return defineStrategy(describeSetting(setting), { fusion, ...weightsOf(setting), rrfK, limit, threshold })
}

/** How a setting cuts chunks. */
export function chunkingOf({ chunkTokens, chunkOverlap }: Setting) {
  const { target, overlap } = defaultChunking
  return { target: chunkTokens ?? target, overlap: chunkOverlap ?? overlap }
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
    throw new UsageError(`--vary ${repeated} is given twice. Put all its values into one, comma-separated.`)
  }
  const count = variations.reduce((product, { values }) => product * values.length, 1)
  if (count > maxSettings) {
    const factors = variations.map(({ name, values }) => `${values.length} of ${name}`).join(' × ')
    throw new UsageError(
      `--vary: ${factors} make ${count} settings; at most ${maxSettings} can be compared. Vary fewer, or in wider steps.`,
    )
  }
  const combinations = variations.reduce<Setting[]>(
    (settings, { name, values }) =>
      settings.flatMap((setting) => values.map((value) => ({ ...setting, [name]: value }))),
    [{}],
  )
  for (const { target, overlap } of combinations.map(chunkingOf)) {
    if (overlap < target) continue
    throw new UsageError(
      `--vary: chunkOverlap ${overlap} must be below chunkTokens ${target}. Vary chunkOverlap with it.`,
    )
  }
  return [{}, ...combinations]
}

/** Reads one `name=value,value,…`; a value may be a range, `from..to/step`. */
function parseVariation(text: string) {
  const [, name = '', values = ''] = /^([^=]*)=(.*)$/su.exec(text) ?? []
  if (!text.includes('=')) {
    throw new UsageError(`--vary ${text}: say which values, as in --vary weight=0.6,0.7,0.8.`)
  }
  const entry = Object.entries(settingTable).find(([known]) => known === name.trim())
  if (!entry) {
    const names = Object.keys(settingTable)
    throw new UsageError(
      `--vary: no setting is called "${name}".${didYouMean(name, names)} Those that can be varied: ${names.join(', ')}.`,
    )
  }
  const [known, allowed] = entry
  return {
    name: known,
    values: [...new Set(values.split(',').flatMap((part) => parseValues(known, part.trim(), allowed)))],
  }
}

function parseValues(name: string, text: string, allowed: Allowed): (string | number)[] {
  if ('names' in allowed) {
    const { names } = allowed
    if (names.includes(text)) return [text]
    throw new UsageError(
      `--vary ${name}: "${text}" is not known.${didYouMean(text, names)} Known are: ${names.join(', ')}.`,
    )
  }
  const numbers = parseRange(text)
  if (numbers.length > 0 && numbers.every((value) => isWithin(value, allowed))) return numbers
  const example = allowed.isWhole ? '200..800/100' : '0.2..0.8/0.1'
  throw new UsageError(
    `--vary ${name}: "${text}" must be ${describeRange(allowed)}, or a range like ${example}.`,
  )
}

function isWithin(value: number, { least, most = Infinity, isAbove, isWhole }: NumberRange): boolean {
  const isHigh = isAbove ? value > least : value >= least
  return Number.isFinite(value) && isHigh && value <= most && (!isWhole || Number.isInteger(value))
}

/** One number, or those of a range `from..to/step`; none for a range without values. */
function parseRange(text: string): number[] {
  const [, ...range] = /^(.+)\.\.(.+)\/(.+)$/.exec(text) ?? []
  const [from = NaN, to = from, step = 1] = (range.length > 0 ? range : [text]).map(toNumber)
  // Rounding of binary fractions must not lose the last value.
  const count = step > 0 && from <= to ? Math.floor((to - from) / step + 1e-9) + 1 : 0
  if (!Number.isFinite(count)) return []
  if (count > maxValues) {
    throw new UsageError(`--vary: a range of ${count} values is too fine. Widen its step.`)
  }
  return Array.from({ length: count }, (_, index) => rounded(from + index * step))
}

const toNumber = (text: string): number => (decimal.test(text) ? Number(text) : NaN)

/** Without the noise of binary fractions. */
const rounded = (value: number): number => Number(value.toPrecision(significantDigits))
