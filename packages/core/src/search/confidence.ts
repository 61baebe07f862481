import type { WordEvidence } from '@recallite/keyword-ranking'
import type { ConfidenceInputs } from './answer.js'
import type { CosineScale } from './cosine-scale.js'

/**
 * The probability that an item answers the query, from 0 to 1. With vectors
 *
 *     p = 1 / (1 + exp(4.3 + b − 10·e))     e = 1 − (1 − u)(1 − s²/2)     u = clamp(0.55·(c − f) / w, 0, 1)
 *
 * with b the doubt of the scale, c the cosine, s the query coverage, f its floor, w = clamp(d − f, 0.9·h, 1.9·h), d its neighbours and
 * h = related − f; an item whose vector is still missing has u = 0.15. By words alone
 *
 *     p = 1 / (1 + exp(4 − 4.7·s·q − 1.05·min(3, i·q) − 0.6·min(2, a) − 2.2·t − 1.5·k·(1 − s)))     q = 1 − 0.7·s·apart
 *
 * with i the information, a the adjacency, t the titled part and k the characters of `WordEvidence`. The constants were fitted on fourteen and on twelve
 * collections, each asked its own questions and those of the others; the figures are in `decisions/confidence.md`.
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

/** About what a text that does not answer has. */
const withoutVector = 0.15

/** A cosine on the scale of its model and collection, from 0 to 1. */
function similarity(cosine: number, { floor, related, neighbours }: CosineScale): number {
  const step = related - floor
  const width = clamp((neighbours ?? related + 0.25 * step) - floor, 0.9 * step, 1.9 * step)
  return clamp((0.55 * (cosine - floor)) / width, 0, 1)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** What words say where no words were searched. */
export const noWords: WordEvidence = {
  coverage: 0,
  information: 0,
  adjacency: 0,
  titled: 0,
  apart: 0,
  characters: 0,
}
