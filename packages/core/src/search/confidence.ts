import type { WordEvidence } from '@recallite/keyword/ranking'
import type { Calibration, ScriptCalibration } from '../embedding/calibration/calibration.js'
import type { ScriptName } from '../embedding/calibration/pairs.js'

/** The inputs of `confidenceOf` for an item. */
export interface ConfidenceInputs extends WordEvidence {
  /** Cosine to the query, from −1 to 1; null without a vector. */
  readonly cosine: number | null
}

/**
 * The probability that an item answers the query, from 0 to 1. With vectors
 *
 *     p = 1 / (1 + exp(2.6·(m − y)))     y = (c − f − 2.4·σ) / (r − f)
 *
 * with c the cosine, f the scale's floor, σ its deviation and r its related; m is `missing` / 8, at most 1. A text with
 * all words has at least half of the probability without a vector:
 *
 *     p = 1 / (1 + exp(4 − 4.7·s·q − 1.05·min(3, i·q) − 0.6·min(2, a) − 2.2·t − 1.5·k·(1 − s)))     q = 1 − 0.7·s·apart
 *
 * with s the query coverage, i the information, a the adjacency, t the titled part and k the characters of `WordEvidence`. The constants
 * were fitted on sixteen and on twelve collections, with the questions of each, of the others and near misses; see
 * `decisions/confidence.md`.
 * @param scale null if no vectors were searched
 */
export function confidenceOf(inputs: ConfidenceInputs, scale: CosineScale | null): number {
  const { cosine } = inputs
  if (scale === null || cosine === null) return byWords(inputs)
  const { floor, related, deviation } = scale
  const similarity = (cosine - floor - 2.4 * deviation) / (related - floor)
  const byBoth = logistic(2.6 * (similarity - Math.min(1, inputs.missing / 8)))
  return inputs.missing === 0 ? Math.max(byBoth, byWords(inputs) / 2) : byBoth
}

function byWords({ coverage, information, adjacency, titled, apart, characters }: WordEvidence): number {
  const whole = 1 - 0.7 * coverage * apart
  const found = 4.7 * coverage * whole + 1.05 * Math.min(3, information * whole)
  return logistic(found + 0.6 * Math.min(2, adjacency) + 2.2 * titled + 1.5 * characters * (1 - coverage) - 4)
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** The lowest confidences of results that are called `strong` and `good`. */
export const wordMinimums = { strong: 0.75, good: 0.5 } as const

/**
 * A word for the confidence of a result: `strong` from 75 %, `good` from 50 %, `weak` if it is marked so, undefined between them.
 * Rounded like percentages, so that 50 % always has the same word.
 */
export function confidenceWord({
  confidence,
  weak,
}: {
  readonly confidence: number
  readonly weak: boolean
}) {
  if (weak) return 'weak' as const
  const rounded = Math.round(confidence * 100) / 100
  return (['strong', 'good'] as const).find((word) => rounded >= wordMinimums[word])
}

/** A share from 0 to 1 as a whole percentage, which is 0 or 100 only for exactly 0 or 1. */
export function percentOf(share: number): string {
  if (share > 0 && share < 0.005) return '<1 %'
  if (share < 1 && share >= 0.995) return '>99 %'
  return `${Math.round(share * 100)} %`
}

/** The evidence of an item if no words were searched. */
export const noWords: WordEvidence = {
  coverage: 0,
  information: 0,
  adjacency: 0,
  titled: 0,
  apart: 0,
  characters: 0,
  missing: 0,
}

/** The scale of the cosines of a search. */
export type CosineScale = ScriptCalibration

/** For a space that was never calibrated: an average over models. */
const uncalibrated: CosineScale = { floor: 0.05, deviation: 0.08, related: 0.42 }

/** The scale of a query's cosines, by its main script; the script's name if the model cannot read it. */
export function cosineScaleOf(calibration: Calibration | undefined, text: string): CosineScale | ScriptName {
  if (!calibration) return uncalibrated
  const script = scriptOf(text)
  const { Latin } = calibration.scripts
  const measured = calibration.scripts[script]
  if (measured === null) return script
  return measured ?? Latin ?? script
}

/** Scripts in which one letter counts as two. */
const denseScripts: ReadonlySet<ScriptName> = new Set(['Han', 'Hiragana', 'Hangul'])

const patterns: Readonly<Record<ScriptName, RegExp>> = {
  Latin: /\p{Script=Latin}/gu,
  Han: /\p{Script=Han}/gu,
  Hiragana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
}

/** The main script of a text: Latin if it is none of those that models are calibrated for. Kana makes a text Japanese. */
export function scriptOf(text: string): ScriptName {
  let best: ScriptName = 'Latin'
  let highest = 0
  for (const [name, pattern] of Object.entries(patterns) as [ScriptName, RegExp][]) {
    const count = (text.match(pattern)?.length ?? 0) * (denseScripts.has(name) ? 2 : 1)
    if (count > highest || (name === 'Hiragana' && best === 'Han' && count > 0))
      [best, highest] = [name, count]
  }
  return best
}
