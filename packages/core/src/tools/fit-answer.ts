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

/** The most bytes of results in one answer, which contains them twice: clients accept only a few MB. */
const mostAnswerBytes = 512 * 1024

/** How many results were left out of an answer. */
export interface Omission {
  readonly omitted: number
  /** How many of them exceed the size of an answer, whatever the budget. */
  readonly beyondSize: number
}

/** As `withinBudget`, of the first results that an answer has room for. */
export function fitResults<Result>(
  results: readonly Result[],
  maxTokens: number | undefined,
  render: (kept: readonly Result[], omission: Omission) => string,
): Budgeted<Result> {
  const sized = withinBytes(results)
  const beyondSize = results.length - sized.length
  const { kept, omitted, text } = withinBudget(sized, maxTokens, (some, left) =>
    render(some, { omitted: left + beyondSize, beyondSize }),
  )
  return { kept, omitted: omitted + beyondSize, text }
}

/** The first results whose JSON has at most so many bytes together. */
function withinBytes<Result>(results: readonly Result[]): readonly Result[] {
  let bytes = 0
  const first = results.findIndex((result) => {
    bytes += Buffer.byteLength(JSON.stringify(result))
    return bytes > mostAnswerBytes
  })
  return first === -1 ? results : results.slice(0, first)
}

/** What was left out, as a sentence. */
export function describeOmitted(
  { omitted, beyondSize }: Omission,
  { noun, maxTokens }: { readonly noun: string; readonly maxTokens: number | undefined },
): string {
  const results = omitted === 1 ? `1 more ${noun} was` : `${omitted} more ${noun}s were`
  return omitted === beyondSize
    ? `${results} left out, as one answer has ${mostAnswerBytes / 1024} kB at most; ask more exactly to see them.`
    : `${results} left out to stay within ${maxTokens} tokens; ask again with a larger maxTokens to see all.`
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

const lineEnd = 0x0a

/** The first lines of a text that fit into `mostBytes` of UTF-8. Undefined if the whole text fits. */
export function capText(text: string, mostBytes: number): Capped | undefined {
  if (Buffer.byteLength(text) <= mostBytes) return undefined
  const bytes = Buffer.from(text)
  const end = bytes.lastIndexOf(lineEnd, mostBytes)
  if (end === -1) {
    let start = mostBytes
    // Continuation bytes of UTF-8 are not the beginning of a character.
    while (((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1
    return { text: bytes.subarray(0, start).toString(), lines: 1, isLineCut: true }
  }
  const kept = bytes.subarray(0, end).toString()
  return { text: kept, lines: kept.split('\n').length, isLineCut: false }
}
