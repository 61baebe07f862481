import { countTokens } from '@recallite/chunker/counting'

/** As many results as a budget allows, best first, and the text they make. */
export interface Budgeted<Result> {
  readonly kept: readonly Result[]
  /** How many were left out, all from the end. */
  readonly omitted: number
  readonly text: string
}

/**
 * Keeps as many whole results as fit into a text of at most `maxTokens`, counted by `countTokens`; leaves out from the end.
 * Returns the text without results even if it does not fit.
 * @param render makes the text of the results that are kept, and says how many are not
 */
export function withinBudget<Result>(
  results: readonly Result[],
  maxTokens: number | undefined,
  render: (kept: readonly Result[], omitted: number) => string,
): Budgeted<Result> {
  const keepFirst = (count: number): Budgeted<Result> => {
    const kept = results.slice(0, count)
    return { kept, omitted: results.length - count, text: render(kept, results.length - count) }
  }
  const whole = keepFirst(results.length)
  const fits = ({ text }: Budgeted<Result>) => maxTokens === undefined || countTokens(text) <= maxTokens
  if (fits(whole)) return whole
  let best = keepFirst(0)
  let [least, most] = [1, results.length - 1]
  while (least <= most) {
    const middle = Math.floor((least + most) / 2)
    const tried = keepFirst(middle)
    if (fits(tried)) [best, least] = [tried, middle + 1]
    else most = middle - 1
  }
  return best
}

/** The most tokens of one answer, whatever is asked for: it contains its texts twice, and clients accept only a few MB. */
export const mostTokens = 60_000

/** What was left out, as a sentence. */
export function describeOmitted(omitted: number, noun: string, maxTokens = mostTokens): string {
  const results = omitted === 1 ? `1 more ${noun} was` : `${omitted} more ${noun}s were`
  const limit = Math.min(maxTokens, mostTokens)
  const advice =
    limit === mostTokens ? 'more exactly to see them' : 'again with a larger maxTokens to see all'
  return `${results} left out to stay within ${limit} tokens; ask ${advice}.`
}

/** The beginning of a text that was too long. */
export interface Capped {
  readonly text: string
  /** How many lines it has; the last one is whole unless `isLineCut`. */
  readonly lines: number
  /** Whether the first line alone is too long, so that only its beginning is there. */
  readonly isLineCut: boolean
}

/** The first lines of a text that have at most `maxTokens` by `countTokens`. Undefined if the whole text has no more. */
export function capTokens(text: string, maxTokens: number): Capped | undefined {
  const lines = text.split('\n')
  let tokens = 0
  const kept = lines.findIndex((line) => (tokens += countTokens(line)) > maxTokens)
  if (kept === -1) return undefined
  if (kept > 0) return { text: lines.slice(0, kept).join('\n'), lines: kept, isLineCut: false }
  return { text: beginningOf(lines[0] ?? '', maxTokens), lines: 1, isLineCut: true }
}

/** The longest beginning with at most so many tokens. */
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
