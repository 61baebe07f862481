import { printable } from '@recallite/command-line'
import { citationOf, memoryPath, type SearchResult } from '@recallite/core'
import type { Root } from '@recallite/store'
import { codeSpan, fenced, literal } from './markdown-literal.js'
import { placeOf } from './place-of.js'

/** How to write results as Markdown. */
export interface MarkdownStyle {
  readonly roots: readonly Root[]
  /** Whether each ends with `Source: path#line`. */
  readonly hasCitations: boolean
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

/**
 * The results as Markdown for pasting, best first: each under its place, with its whole text in a fence. Nothing that
 * stands in notes, their names or their headings has a meaning in it.
 */
export function renderMarkdown(results: readonly SearchResult[], style: MarkdownStyle): string {
  return results.map((result) => renderResult(result, style)).join('\n')
}
