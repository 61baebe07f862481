import { type StrategyName, defaultStrategyName } from '@recallite/fusion'
import { defineStrategy, type Strategy } from '../strategy/strategy-table.js'

/**
 * Values for an index and its searches; absent ones have their defaults. `weight` and `k` belong to `fusion`, by default
 * `calibrated`. A search with a setting must name the fusion, since weights alone mean `weighted`.
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
  /** The most tokens of a chunk. */
  readonly chunkTokens?: number
  /** The most tokens that a chunk repeats of the one before. */
  readonly chunkOverlap?: number
}

/** The settings that can be varied. */
export type SettingName = keyof Setting

const significantDigits = 12

/** A setting in one line, as `--vary` names things: `fusion=rrf k=10`. */
export function describeSetting(setting: Setting): string {
  const values = Object.entries(setting).map(([name, value]) => `${name}=${value}`)
  return values.length === 0 ? 'default' : values.join(' ')
}

/** The weights of both retrievers, if a setting has them. */
export function weightsOf({ weight }: Setting) {
  return weight === undefined ? {} : { vectorWeight: weight, textWeight: rounded(1 - weight) }
}

/** Without the noise of binary fractions. */
export const rounded = (value: number): number => Number(value.toPrecision(significantDigits))

/** A setting as a way to search. */
export function strategyOf(setting: Setting): Strategy {
  const { fusion = defaultStrategyName, k } = setting
  return defineStrategy(describeSetting(setting), {
    // Named always, since weights alone would mean another fusion.
    fusion,
    ...weightsOf(setting),
    rrfK: k,
    limit: setting.limit,
    threshold: setting.threshold,
  })
}
