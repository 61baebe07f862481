import { describeDuration } from '@recallite/command-line/progress-bar'
import type { Estimate, SearchAnswer, SearchResult } from '@recallite/core'
import { confidenceWord, percentOf } from '@recallite/core'
import type { MemoryRecord } from '@recallite/store/records'

/** A number with its noun, in the plural with an s. */
export function count(number: number, noun: string): string {
  // The first call of `toLocaleString` takes 20 ms.
  const digits = number < 1000 ? String(number) : number.toLocaleString('en')
  return `${digits} ${noun}${number === 1 ? '' : 's'}`
}

/** A size in MB or GB, for people. */
export function describeBytes(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`
}

/** The amount to embed on this machine and how long it takes, for people. */
export function describeEstimate({ texts, tokens, tokensPerSecond, seconds }: Estimate): string {
  const [amount, speed] = [tokens.toPrecision(3), tokensPerSecond.toPrecision(2)].map(Number)
  const what = `${count(texts, 'text')} (${count(amount ?? 0, 'token')}) to embed`
  return `${what}: about ${count(speed ?? 0, 'token')} a second here, ${describeDuration(seconds)}`
}

/** The confidence of an answer for people, with its word; not per result, since results are ordered by fused scores. */
export function describeConfidence(
  answer: Pick<SearchAnswer, 'confidence' | 'retrievers'> & {
    readonly results: readonly Pick<SearchResult, 'weak'>[]
    readonly explanation?: Pick<SearchAnswer['explanation'], 'kinds'> | null
  },
): string {
  const { results, confidence, retrievers, explanation } = answer
  const weak = results.every((result) => result.weak)
  const terms = explanation?.kinds[0]?.terms.filter(({ isContentTerm }) => isContentTerm) ?? []
  // Confidence is not calibrated for keyword search with a single word.
  if (!weak && retrievers['vector'] !== 'ok' && terms.length === 1) return 'has the word'
  return [confidenceWord({ confidence, weak }) ?? [], percentOf(confidence)].flat().join(' ')
}

/** How age changed the position of a result. */
export function describeAdjustment(adjustment: NonNullable<SearchResult['adjustment']>): string {
  const { from, to, ageDays, timeFactor } = adjustment
  const age = ageDays === null ? 'no date' : `${count(ageDays, 'day')} old`
  const timed = timeFactor === undefined ? '' : `, time × ${Number(timeFactor.toFixed(2))}`
  return `${age}${timed}, position ${from}${from === to ? ' stays' : ` → ${to}`}`
}

/** A time in a query, with its days. */
export function describeTime({ text, from, to }: NonNullable<SearchAnswer['time']>): string {
  const days = from === null ? `up to ${to}` : from === to ? from : `${from} to ${to}`
  return `${text} (${days})`
}

/** Who wrote a record, for example `agent claude-code`. */
export const writerOf = ({ origin, client }: Pick<MemoryRecord, 'origin' | 'client'>): string =>
  client === null ? origin : `${origin} ${client}`
