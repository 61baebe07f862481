import { renderJson, UsageError } from '@recallite/command-line'
import type { SearchAnswer } from '@recallite/core'
import { renderAnswer, type AnswerStyle } from './answer.js'
import type { FilesStyle } from './files.js'
import type { MarkdownStyle } from './markdown.js'
import type { Flags } from '../flags/flags.js'

/** How to print an answer, whatever the format. */
export type PrintStyle = AnswerStyle & FilesStyle & MarkdownStyle

type OutputFormat = NonNullable<Flags['format']>

interface PrintedAnswer extends SearchAnswer {
  /** How many results there was no room for. */
  readonly omitted: number
}

type Print = (answer: PrintedAnswer, style: PrintStyle) => string

const printers: Readonly<Record<OutputFormat, () => Promise<Print>>> = {
  text: async () => renderAnswer,
  json: async () => printJson,
  async md() {
    const { renderMarkdown } = await import('./markdown.js')
    return ({ results }, style) => renderMarkdown(results, style)
  },
  async csv() {
    const { renderCsv } = await import('./csv.js')
    return ({ results }, style) => renderCsv(results, style)
  },
  async files() {
    const { renderFiles } = await import('./files.js')
    return ({ results }, style) => renderFiles(results, style)
  },
}

/** Loads the function that prints an answer in a format. */
export function printerOf(format: OutputFormat): Promise<Print> {
  return printers[format]()
}

function printJson({ results, explanation, ...answer }: PrintedAnswer, { isExplained }: PrintStyle): string {
  return renderJson({ ...answer, ...(isExplained && { explanation }), results })
}

/**
 * The format that flags ask for.
 * @throws UsageError where they contradict each other
 */
export function outputFormat(flags: Flags): OutputFormat {
  const { json: isJson = false, format = isJson ? 'json' : 'text' } = flags
  if (isJson && format !== 'json') {
    throw new UsageError(`--json and --format ${format} contradict each other. Leave one out.`)
  }
  assertFits(format, flags)
  return format
}

function assertFits(format: OutputFormat, { explain, null: isNullEnded }: Flags): void {
  if (explain && format !== 'json' && format !== 'text') {
    throw new UsageError(`--explain is for --format text and json, not for ${format}. Leave one out.`)
  }
  if (isNullEnded && format !== 'files') {
    throw new UsageError(`--null is for --format files, not for ${format}. Leave one out.`)
  }
}
