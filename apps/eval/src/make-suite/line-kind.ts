/** What a line of Markdown is by itself, outside of blocks that go over several lines. */
export type LineKind =
  | 'blank'
  | 'heading'
  | 'underline'
  | 'rule'
  | 'apart'
  | 'html'
  | 'item'
  | 'indented'
  | 'prose'

/** The first that a line matches is its kind. */
const patterns: readonly (readonly [LineKind, RegExp])[] = [
  ['blank', /^\s*$/u],
  ['heading', /^ {0,3}#{1,6}(?:[ \t]|$)/u],
  ['underline', /^ {0,3}(?:=+|-+)\s*$/u],
  ['rule', /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}\s*$/u],
  // Tables, quotes, what links and footnotes lead to, pictures.
  ['apart', /^\s*(?:\||>|\[[^\]]+\]:|!\[)|\s\|\s/u],
  ['html', /^\s*<[A-Za-z!/?]/u],
  ['item', /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/u],
  ['indented', /^(?: {4}| {0,3}\t)/u],
  ['prose', /^/u],
]

const beforeText = /^\uFEFF?\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/u

/** The kind of a line. */
export function lineKind(line: string): LineKind {
  return patterns.find(([, pattern]) => pattern.test(line))?.[0] ?? 'prose'
}

/** Where a line's text begins: behind indentation, a list's mark and a box to tick. */
export function textStart(line: string): number {
  return beforeText.exec(line)?.[0].length ?? 0
}
