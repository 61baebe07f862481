import { countTokens } from '@recallite/chunker/counting'

/** As many results as a budget allows, best first, and the text they make. */
export interface Budgeted<Result> {
  readonly kept: readonly Result[]
  /** How many were left out, all from the end. */
  readonly omitted: number
  readonly text: string
}

/**
 * Keeps as many whole results as a text has room for, counted by `countTokens`; leaves out from the end. Where not even
 * the text without results fits, that text comes back.
 * @param render makes the text of the results that are kept, and says how many are not
 */
export function withinBudget<Result>(
  results: readonly Result[],
  maxTokens: number | undefined,
  render: (kept: readonly Result[], omitted: number) => string,
): Budgeted<Result> {
  const keep = (count: number): Budgeted<Result> => {
    const kept = results.slice(0, count)
    return { kept, omitted: results.length - count, text: render(kept, results.length - count) }
  }
  const whole = keep(results.length)
  const fits = ({ text }: Budgeted<Result>) => maxTokens === undefined || countTokens(text) <= maxTokens
  if (fits(whole)) return whole
  let best = keep(0)
  let [least, most] = [1, results.length - 1]
  while (least <= most) {
    const middle = Math.floor((least + most) / 2)
    const tried = keep(middle)
    if (fits(tried)) [best, least] = [tried, middle + 1]
    else most = middle - 1
  }
  return best
}
