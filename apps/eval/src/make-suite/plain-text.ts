const rewritings: readonly (readonly [RegExp, string])[] = [
  // Pictures, footnote marks and tags say nothing in words.
  [/!\[[^\]]*\]\([^()]*\)|\[\^[^\]]*\]|<\/?[A-Za-z][^<>]*>/gu, ''],
  // Links: to addresses, to notes with a name of their own, to notes.
  [/\[([^[\]]*)\]\([^()]*\)/gu, '$1'],
  [/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/gu, '$1'],
  // What makes text bold, slanted, marked, struck out or code; single marks only around words.
  [/\*\*|__|~~|==|`/gu, ''],
  [/(?<![\p{L}\p{N}\\])([*_])(?=\S)([^*_]+?)(?<=[^\s\\])\1(?![\p{L}\p{N}])/gu, '$2'],
  [/\\(?=[!-/:-@[-`{-~])/gu, ''],
  // In a query these would ask for the words side by side.
  [/"/gu, ''],
  [/\s+/gu, ' '],
]

/** The words of Markdown as a person would type them into a search box: on one line, without marks and link targets. */
export function plainText(source: string): string {
  return rewritings
    .reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), source)
    .trim()
}

const pairs: readonly (readonly [opening: RegExp, closing: RegExp])[] = [
  [/\[/gu, /\]/gu],
  [/\(/gu, /\)/gu],
  [/[「『（【《]/gu, /[」』）】》]/gu],
  [/“/gu, /”/gu],
]
const evenMarks = [/\*\*/gu, /`/gu, /"/gu, /~~/gu, /==/gu]

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Nothing longer is a heading or a sentence. */
const longestSource = 1000

/**
 * Whether a part of Markdown can be taken out of it: no bracket, quote or mark is opened in it without being closed, so
 * that nothing odd stays behind.
 */
export function isWhole(source: string): boolean {
  return (
    source.length <= longestSource &&
    pairs.every(([opening, closing]) => count(source, opening) === count(source, closing)) &&
    evenMarks.every((mark) => count(source, mark) % 2 === 0)
  )
}
