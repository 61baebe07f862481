import { printable, renderJson, UsageError } from '@recallite/command-line'
import type { SearchAnswer, SearchResult } from '@recallite/core'
import type { DocumentAddress } from '@recallite/store'
import type { Flags } from '../flags/flags.js'
import type { PrintStyle } from './answer.js'
import { bestLine, openablePath } from './locators.js'

type OutputFormat = NonNullable<Flags['format']>

type PrintedAnswer = SearchAnswer & { readonly omitted: number }
type Print = (answer: PrintedAnswer, style: PrintStyle) => string

/** Loads the function that prints an answer in a format, with an explanation if the format has one. */
export const printers: Readonly<Record<OutputFormat, (isExplained: boolean) => Promise<Print>>> = {
  text: async (isExplained) => {
    const { renderAnswer } = await import('./answer.js')
    const explanation = isExplained ? await import('./explanation.js') : undefined
    return (answer, style) => renderAnswer(answer, style, explanation)
  },
  json: async () => printJson,
  md: async () => {
    const { renderMarkdown } = await import('./markdown.js')
    return ({ results }, style) => renderMarkdown(results, style)
  },
  files: async () => (answer, style) => renderFiles(answer.results, style),
  grep: async () => (answer, style) => renderGrep(answer.results, style),
}

function printJson({ results, explanation, ...answer }: PrintedAnswer, { isExplained }: PrintStyle): string {
  return renderJson({ ...answer, ...(isExplained && { explanation }), results })
}

/** The format chosen by flags; throws a UsageError if they conflict. */
export function outputFormat(flags: Flags): OutputFormat {
  const isJson = flags.json
  const format = flags.format ?? (isJson ? 'json' : 'text')
  if (isJson && format !== 'json')
    throw new UsageError(`--json and --format ${format} exclude each other. Omit one.`)
  if (flags.explain && format !== 'json' && format !== 'text')
    throw new UsageError(`--explain works with --format text and json, not with ${format}. Omit one.`)
  return format
}

type FilesStyle = Pick<PrintStyle, 'roots' | 'folder' | 'isTerminal'>

/** The paths of the files with results, best first; for programs, without names that contain a line end. */
export function renderFiles(results: readonly DocumentAddress[], style: FilesStyle): string {
  const paths = new Set(results.map((result) => openablePath(result, style)))
  const lines = [...paths].flatMap((path) => pathForLine(path, style))
  return lines.map((line) => `${line}\n`).join('')
}

function pathForLine(path: string, { isTerminal }: FilesStyle): string[] {
  if (isTerminal) return [printable(path)]
  return path.includes('\n') ? [] : [path]
}

/** The results in the format of `grep -n`, best first: `path:line:text` with the best line of each result. */
export function renderGrep(results: readonly SearchResult[], style: FilesStyle): string {
  const lines = results.flatMap((result) => {
    const { line, text } = bestLine(result)
    const content = printable(text.replaceAll('\t', ' ').trim())
    return pathForLine(openablePath(result, style), style).map((path) => `${path}:${line}:${content}\n`)
  })
  return lines.join('')
}
