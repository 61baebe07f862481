/** As many as the longest run of backticks in a text, and one more. */
function longerThanAny(text: string): number {
  const runs = text.match(/`+/gu) ?? []
  return Math.max(0, ...runs.map(({ length }) => length)) + 1
}

/** A text as a block of Markdown that shows it as it is; nothing in it can end the block. */
export function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longerThanAny(text)))
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** A line of text in Markdown that shows it as it is; nothing in it can end it. */
export function codeSpan(line: string): string {
  const marks = '`'.repeat(longerThanAny(line))
  // One space at each end is taken away again.
  const isPadded = /^[` ]|[` ]$/u.test(line)
  return isPadded ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`
}

/** Letters, digits and what stands in names; an underscore inside a word is no mark. */
const meaningless = /^(?:[\p{L}\p{N}\p{M} ./#:,()+-]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+$/u

/** A line of text in Markdown: as it stands where Markdown reads nothing into it, else as a code span. */
export function literal(line: string): string {
  return meaningless.test(line) && !/www\./iu.test(line) ? line : codeSpan(line)
}
