import { renderJson } from '@recallite/command-line'
import type { SearchAnswer } from '@recallite/core'
import { renderAnswer, type AnswerStyle } from './answer.js'
import { renderCsv } from './csv.js'
import { renderFiles, type FilesStyle } from './files.js'
import { renderMarkdown, type MarkdownStyle } from './markdown.js'
import type { OutputFormat } from './output-format.js'

/** How to print an answer, whatever the format. */
export type PrintStyle = AnswerStyle & FilesStyle & MarkdownStyle

/** An answer with the results that there is room for. */
export interface PrintedAnswer extends SearchAnswer {
  /** How many results there was no room for. */
  readonly omitted: number
}

type Print = (answer: PrintedAnswer, style: PrintStyle) => string

const prints: Readonly<Record<OutputFormat, Print>> = {
  text: renderAnswer,
  json: ({ results, ...answer }) => renderJson({ ...answer, results }),
  md: ({ results }, style) => renderMarkdown(results, style),
  csv: ({ results }, style) => renderCsv(results, style),
  files: ({ results }, style) => renderFiles(results, style),
}

/** An answer in a format. */
export function printAnswer(format: OutputFormat, answer: PrintedAnswer, style: PrintStyle): string {
  return prints[format](answer, style)
}
