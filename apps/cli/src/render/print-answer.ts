import { renderJson, UsageError } from '@recallite/command-line'
import type { SearchAnswer } from '@recallite/core'
import type { AnswerStyle } from './answer.js'
import type { FilesStyle } from './paths.js'
import type { MarkdownStyle } from './markdown.js'
import type { Flags } from '../flags/flags.js'

/** How to print an answer in any format. */
export type PrintStyle = AnswerStyle & FilesStyle & MarkdownStyle & { readonly isExplained: boolean }

type OutputFormat = NonNullable<Flags['format']>

interface PrintedAnswer extends SearchAnswer {
  /** How many results the budget of tokens left out. */
  readonly omitted: number
}

type Print = (answer: PrintedAnswer, style: PrintStyle) => string

/** Loads the function that prints an answer in a format; with an explanation, in those that have one. */
export const printers: Readonly<Record<OutputFormat, (isExplained: boolean) => Promise<Print>>> = {
  text: async (isExplained) => {
    const { renderAnswer } = await import('./answer.js')
    const explanation = isExplained ? await import('./explanation.js') : undefined
    return (answer, style) => renderAnswer(answer, style, explanation)
  },
  json: async () => printJson,
  md: async () => ofResults((await import('./markdown.js')).renderMarkdown),
  files: async () => ofResults((await import('./paths.js')).renderFiles),
  grep: async () => ofResults((await import('./paths.js')).renderGrep),
}

function ofResults(render: (results: PrintedAnswer['results'], style: PrintStyle) => string): Print {
  return ({ results }, style) => render(results, style)
}

function printJson({ results, explanation, ...answer }: PrintedAnswer, { isExplained }: PrintStyle): string {
  return renderJson({ ...answer, ...(isExplained && { explanation }), results })
}

/**
 * The format that flags ask for.
 * @throws UsageError if they contradict each other
 */
export function outputFormat(flags: Flags): OutputFormat {
  const isJson = flags.json
  const format = flags.format ?? (isJson ? 'json' : 'text')
  if (isJson && format !== 'json') {
    throw new UsageError(`--json and --format ${format} contradict each other. Leave one out.`)
  }
  if (flags.explain && format !== 'json' && format !== 'text') {
    throw new UsageError(`--explain is for --format text and json, not for ${format}. Leave one out.`)
  }
  return format
}
