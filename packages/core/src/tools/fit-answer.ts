import { countTokens } from '@recallite/chunker/counting'

/** The results that fit a budget, best first, and their text. */
export interface Budgeted<Result> {
  readonly kept: readonly Result[]
  /** Number of results that were cut from the end. */
  readonly omitted: number
  readonly text: string
}

/**
 * Cuts results from the end until their text has no more than `maxTokens`, by `countTokens`. The text without results is returned even
 * if it does not fit.
 * @param render makes the text of some results, and states how many are omitted
 */
export function withinBudget<Result>(
  results: readonly Result[],
  maxTokens: number | undefined,
  render: (kept: readonly Result[], omitted: number) => string,
): Budgeted<Result> {
  const takeFirst = (count: number): Budgeted<Result> => {
    const kept = results.slice(0, count)
    return { kept, omitted: results.length - count, text: render(kept, results.length - count) }
  }
  const whole = takeFirst(results.length)
  const fits = ({ text }: Budgeted<Result>) => maxTokens === undefined || countTokens(text) <= maxTokens
  if (fits(whole)) return whole
  let best = takeFirst(0)
  let [low, high] = [1, results.length - 1]
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const candidate = takeFirst(middle)
    if (fits(candidate)) [best, low] = [candidate, middle + 1]
    else high = middle - 1
  }
  return best
}

/** Upper limit of `maxTokens`: an answer contains its texts twice, and clients accept only a few MB. */
export const maxAnswerTokens = 60_000

export function describeOmitted(omitted: number, noun: string, maxTokens = maxAnswerTokens): string {
  const results = omitted === 1 ? `1 more ${noun} was` : `${omitted} more ${noun}s were`
  const limit = Math.min(maxTokens, maxAnswerTokens)
  const advice =
    limit === maxAnswerTokens ? 'more specifically to see them' : 'again with a larger maxTokens to see all'
  return `${results} left out to stay within ${limit} tokens; ask ${advice}.`
}

export interface Capped {
  readonly text: string
  /** Number of lines; the last one is whole unless `isLineCut`. */
  readonly lines: number
  /** Whether it is only the beginning of the first line, which is too long. */
  readonly isLineCut: boolean
}

/** The first lines of a text that fit into `maxTokens`, by `countTokens`; undefined if the whole text does. */
export function capTokens(text: string, maxTokens: number): Capped | undefined {
  const lines = text.split('\n')
  let tokens = 0
  const kept = lines.findIndex((line) => (tokens += countTokens(line)) > maxTokens)
  if (kept === -1) return undefined
  if (kept > 0) return { text: lines.slice(0, kept).join('\n'), lines: kept, isLineCut: false }
  return { text: beginningOf(lines[0] ?? '', maxTokens), lines: 1, isLineCut: true }
}

function beginningOf(line: string, maxTokens: number): string {
  let [fits, tooLong] = [0, line.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (countTokens(line.slice(0, middle)) <= maxTokens) fits = middle
    else tooLong = middle
  }
  const isPair = (line.codePointAt(fits - 1) ?? 0) > 0xffff
  return line.slice(0, isPair ? fits - 1 : fits)
}
