import { printable } from '@recallite/command-line'
import type { SearchResult } from '@recallite/core'
import { citationOf, memoryPath } from '@recallite/core/tools'
import type { Root } from '@recallite/store'
import { placeOf } from './places.js'

/** How to write results as Markdown. */
export interface MarkdownStyle {
  readonly roots: readonly Root[]
  /** Whether each ends with `Source: path#line`. */
  readonly hasCitations: boolean
}

/**
 * The results as Markdown for pasting, best first: each under its place, with its whole text in a fence. Nothing that
 * stands in notes, their names or their headings has a meaning in it.
 */
export function renderMarkdown(results: readonly SearchResult[], style: MarkdownStyle): string {
  return results.map((result) => renderResult(result, style)).join('\n')
}

function renderResult(result: SearchResult, { roots, hasCitations }: MarkdownStyle): string {
  const scores = `score ${result.score.toFixed(3)}, evidence ${result.evidence.toFixed(2)}`
  const heading = printable(result.heading.join(' › '))
  const path = memoryPath(result, roots)
  const citation = printable(citationOf({ path, startLine: result.startLine }))
  const blocks = [
    `## ${codeSpan(printable(placeOf(result)))}, ${scores}`,
    ...(heading ? [`Under ${codeSpan(heading)}:`] : []),
    fenced(printable(result.text, { keepLines: true })),
    ...(hasCitations ? [literal(citation)] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** A text as a block of Markdown that shows it as it is; nothing in it can end the block. */
export function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longerThanAny(text)))
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** One more than the longest run of backticks in a text. */
function longerThanAny(text: string): number {
  const runs = text.match(/`+/gu) ?? []
  return Math.max(0, ...runs.map(({ length }) => length)) + 1
}

/** A line of text in Markdown that shows it as it is; nothing in it can end it. */
export function codeSpan(line: string): string {
  const marks = '`'.repeat(longerThanAny(line))
  // One space at each end is taken away again.
  const isPadded = /^[` ]|[` ]$/u.test(line)
  return isPadded ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`
}

/** Letters, digits and signs of names; an underscore inside a word marks nothing. */
const meaningless = /^(?:[\p{L}\p{N}\p{M} ./#:,()+-]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+$/u

/** A line of text in Markdown: as it stands where Markdown reads nothing into it, else as a code span. */
export function literal(line: string): string {
  return meaningless.test(line) && !/www\./iu.test(line) ? line : codeSpan(line)
}
