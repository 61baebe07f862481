import type { WordEvidence } from '@recallite/keyword/ranking'
import type { Calibration } from '../embedding/calibration/calibration.js'
import type { ScriptName } from '../embedding/calibration/pairs.js'

/** The inputs of `confidenceOf` for an item. */
export interface ConfidenceInputs extends WordEvidence {
  /** Cosine to the query, from −1 to 1; null without a vector. */
  readonly cosine: number | null
}

/**
 * The probability that an item answers the query, from 0 to 1. With vectors
 *
 *     p = 1 / (1 + exp(4.3 + b − 10·e))     e = 1 − (1 − u)(1 − s²/2)     u = clamp(0.55·(c − f) / w, 0, 1)
 *
 * with b the scale's doubt, c the cosine, s the query coverage, f the scale's floor, w = clamp(d − f, 0.9·h, 1.9·h), d its neighbours
 * and h = related − f; an item whose vector is still missing has u = 0.15. Without vectors
 *
 *     p = 1 / (1 + exp(4 − 4.7·s·q − 1.05·min(3, i·q) − 0.6·min(2, a) − 2.2·t − 1.5·k·(1 − s)))     q = 1 − 0.7·s·apart
 *
 * with i the information, a the adjacency, t the titled part and k the characters of `WordEvidence`. The constants were fitted on fourteen and on twelve
 * collections, with the questions of each and of the others; see `decisions/confidence.md`.
 * @param scale null if no vectors were searched
 */
export function confidenceOf(inputs: ConfidenceInputs, scale: CosineScale | null): number {
  if (scale === null) return byWords(inputs)
  const { cosine, coverage } = inputs
  const u = cosine === null ? withoutVector : similarity(cosine, scale)
  const evidence = 1 - (1 - u) * (1 - coverage ** 2 / 2)
  return logistic(10 * evidence - 4.3 - (scale.doubt ?? 0))
}

function byWords({ coverage, information, adjacency, titled, apart, characters }: WordEvidence): number {
  const whole = 1 - 0.7 * coverage * apart
  const found = 4.7 * coverage * whole + 1.05 * Math.min(3, information * whole)
  return logistic(found + 0.6 * Math.min(2, adjacency) + 2.2 * titled + 1.5 * characters * (1 - coverage) - 4)
}

/** The similarity of a typical text that does not answer. */
const withoutVector = 0.15

/** A cosine on the scale of its model and collection, from 0 to 1. */
function similarity(cosine: number, { floor, related, neighbours }: CosineScale): number {
  const step = related - floor
  const width = clamp((neighbours ?? related + 0.25 * step) - floor, 0.9 * step, 1.9 * step)
  return clamp((0.55 * (cosine - floor)) / width, 0, 1)
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** The evidence of an item if no words were searched. */
export const noWords: WordEvidence = {
  coverage: 0,
  information: 0,
  adjacency: 0,
  titled: 0,
  apart: 0,
  characters: 0,
}

/** The scale of the cosines of a search. */
export interface CosineScale {
  /** The mean cosine of unrelated texts. */
  readonly floor: number
  /** The mean cosine of questions and passages that answer them. */
  readonly related: number
  /** The mean cosine of documents and their nearest neighbours in the collection; null if not measured. */
  readonly neighbours: number | null
  /** Subtracted from the log odds, since cosines of short texts are less reliable; default 0. */
  readonly doubt?: number | undefined
}

/** For a space that was never calibrated: an average over models. */
const uncalibrated: CosineScale = { floor: 0.05, related: 0.42, neighbours: null }

/** The scale of a query's cosines, by its main script; the script's name if the model cannot read it. */
export function cosineScaleOf(calibration: Calibration | undefined, text: string): CosineScale | ScriptName {
  if (!calibration) return uncalibrated
  const script = scriptOf(text)
  const { Latin } = calibration.scripts
  const measured = calibration.scripts[script]
  if (measured === null) return script
  const scale = measured ?? Latin
  return scale ? { ...scale, neighbours: calibration.neighbours } : script
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
function scriptOf(text: string): ScriptName {
  let best: ScriptName = 'Latin'
  let highest = 0
  for (const [name, pattern] of Object.entries(patterns) as [ScriptName, RegExp][]) {
    const count = (text.match(pattern)?.length ?? 0) * (denseScripts.has(name) ? 2 : 1)
    if (count > highest || (name === 'Hiragana' && best === 'Han' && count > 0))
      [best, highest] = [name, count]
  }
  return best
}
