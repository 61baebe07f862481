/** The beginning of a text. */
export interface CappedText {
  readonly text: string
  /** How many lines of it there are, the one that is cut included. */
  readonly lines: number
  /** Whether the text had to be cut within its first line. */
  readonly isLineCut: boolean
}

const lineEnd = 0x0a

/** The last place at or before `end` where a character of UTF-8 begins. */
function characterStart(bytes: Buffer, end: number): number {
  let start = end
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start--
  return start
}

/**
 * As many whole lines from the beginning of a text as `mostBytes` of UTF-8 have room for; where not even the first has, its
 * beginning. Undefined for a text that is no longer than that.
 */
export function capText(text: string, mostBytes: number): CappedText | undefined {
  if (Buffer.byteLength(text) <= mostBytes) return undefined
  const bytes = Buffer.from(text)
  const end = bytes.lastIndexOf(lineEnd, mostBytes)
  if (end === -1) {
    const start = bytes.subarray(0, characterStart(bytes, mostBytes))
    return { text: start.toString(), lines: 1, isLineCut: true }
  }
  const kept = bytes.subarray(0, end).toString()
  return { text: kept, lines: kept.split('\n').length, isLineCut: false }
}
