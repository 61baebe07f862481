import { printable } from '@recallite/command-line'
import type { SearchResult } from '@recallite/core'
import { citationOf, hasCitations, memoryPath } from '@recallite/core/tools'
import { marksOf, type PrintStyle, titlePath } from './answer.js'
import { locatorOf } from './locators.js'

type MarkdownStyle = Pick<PrintStyle, 'roots' | 'citations'>

/**
 * The results as Markdown for pasting, best first: each under its locator, with its whole text in a fence. Markdown syntax in notes,
 * their names and their headings is escaped.
 */
export function renderMarkdown(results: readonly SearchResult[], style: MarkdownStyle): string {
  return results.map((result) => renderResult(result, style)).join('\n')
}

function renderResult(result: SearchResult, { roots, citations }: MarkdownStyle): string {
  const heading = printable(titlePath(result))
  const path = memoryPath(result, roots)
  const citation = printable(citationOf({ path, startLine: result.startLine }))
  const marks = marksOf(result).map((mark) => `, ${literal(mark)}`)
  const blocks = [
    `## ${codeSpan(printable(locatorOf(result)))}${marks.join('')}`,
    ...(heading ? [`Under ${codeSpan(heading)}:`] : []),
    fenced(printable(result.text, { keepLines: true })),
    ...(hasCitations({ citations }) ? [literal(citation)] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** A text as a block of Markdown code; nothing in the text can end the block. */
export function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longerThanAny(text)))
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

function longerThanAny(text: string): number {
  const runs = text.match(/`+/gu) ?? []
  return Math.max(0, ...runs.map(({ length }) => length)) + 1
}

/** A line of text as a Markdown code span; nothing in the line can end the span. */
export function codeSpan(line: string): string {
  const marks = '`'.repeat(longerThanAny(line))
  // Markdown removes one space at each end.
  const isPadded = /^[` ]|[` ]$/u.test(line)
  return isPadded ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`
}

/** Characters without a meaning in Markdown; an underscore inside a word has none either. */
const meaningless = /^(?:[\p{L}\p{N}\p{M} ./#:,()+-]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+$/u

/** A line of text in Markdown: unchanged if it contains no Markdown syntax, else as a code span. */
export function literal(line: string): string {
  return meaningless.test(line) && !/www\./iu.test(line) ? line : codeSpan(line)
}
