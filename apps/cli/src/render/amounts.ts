import { describeDuration } from '@recallite/command-line/progress-bar'
import type { Estimate, SearchAnswer, SearchResult } from '@recallite/core'

/** A number with its noun, which gets an s in the plural. */
export function count(number: number, noun: string): string {
  // The first number that is formatted for a language takes 20 ms.
  const digits = number < 1000 ? String(number) : number.toLocaleString('en')
  return `${digits} ${noun}${number === 1 ? '' : 's'}`
}

/** Bytes as describeBytes, for people. */
export function describeBytes(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`
}

/** What is to be embedded on this machine, and how long that takes, for people. */
export function describeEstimate({ texts, tokens, tokensPerSecond, seconds }: Estimate): string {
  const [amount, speed] = [tokens.toPrecision(3), tokensPerSecond.toPrecision(2)].map(Number)
  const what = `${count(texts, 'text')} (${count(amount ?? 0, 'token')}) are to be embedded`
  return `${what}: about ${count(speed ?? 0, 'token')} a second here, ${describeDuration(seconds)}`
}

const words = [
  ['likely', 0.5],
  ['possible', 0.25],
  ['doubtful', 0],
] as const

/**
 * How likely some result answers, for people: once for all of them, since they are ordered by their fused scores and not by their
 * confidence. `likely` (from 50 %), `possible` (from 25 %), `doubtful` (less), or `weak`: below the threshold, and so shown only
 * because the search has a lower threshold than usual.
 */
export function describeConfidence(
  answer: Pick<SearchAnswer, 'confidence' | 'retrievers'> & {
    readonly results: readonly Pick<SearchResult, 'weak'>[]
    readonly explanation?: Pick<SearchAnswer['explanation'], 'kinds'> | null
  },
): string {
  const { results, confidence, retrievers, explanation } = answer
  if (results.every(({ weak }) => weak)) return `weak ${percentOf(confidence)}`
  const wanted = explanation?.kinds[0]?.terms.filter(({ isContentTerm }) => isContentTerm) ?? []
  // No set of questions says how often a single word finds what was meant.
  if (retrievers['vector'] !== 'ok' && wanted.length === 1) return 'has the word'
  // As the percentage is rounded, so that 50 % has one word.
  const rounded = Math.round(confidence * 100) / 100
  const word = words.find(([, least]) => rounded >= least)?.[0] ?? 'doubtful'
  return `${word} ${percentOf(confidence)}`
}

/** A share from 0 to 1 as a whole percentage; neither 0 nor 100 unless it is exactly that. */
export function percentOf(share: number): string {
  if (share > 0 && share < 0.005) return '<1 %'
  if (share < 1 && share >= 0.995) return '>99 %'
  return `${Math.round(share * 100)} %`
}

/** What age did to the position of a result. */
export function describeAdjustment(adjustment: NonNullable<SearchResult['adjustment']>): string {
  const { from, to, ageDays, timeFactor } = adjustment
  const age = ageDays === null ? 'no date' : `${count(ageDays, 'day')} old`
  const timed = timeFactor === undefined ? '' : `, time × ${Number(timeFactor.toFixed(2))}`
  return `${age}${timed}, position ${from}${from === to ? ' stays' : ` → ${to}`}`
}

/** A time that a query names, with its days. */
export function describeTime({ text, from, to }: NonNullable<SearchAnswer['time']>): string {
  const days = from === null ? `up to ${to}` : from === to ? from : `${from} to ${to}`
  return `${text} (${days})`
}
