import { printable } from '@recallite/command-line'
import { columnsOf } from '@recallite/command-line/wrap-text'
import type { SearchAnswer, SearchResult } from '@recallite/core'
import { confidenceWord, linkLines } from '@recallite/core'
import type { Citations } from '@recallite/core/tools'
import type { Root } from '@recallite/store'
import { bestLine, matchedWords, openablePath } from './locators.js'
import { count, describeConfidence, writerOf } from './amounts.js'
import { type Palette, plain, type StyledText, wrapStyled } from './styled-lines.js'

/** How to print an answer, in any format. */
export interface PrintStyle {
  readonly palette: Palette
  readonly roots: readonly Root[]
  /** The working folder; default: the process's own. */
  readonly folder?: string | undefined
  readonly columns: number
  readonly isExplained: boolean
  /** Whether paths are for people; for programs they are not escaped. */
  readonly isTerminal: boolean
  /** Whether results in Markdown end with `Source: path#line`. */
  readonly citations: Citations
}

type AnswerStyle = Pick<PrintStyle, 'palette' | 'roots' | 'folder' | 'columns'>

/** The module that explains an answer; loaded only if the user wants an explanation. */
export type Explanation = typeof import('./explanation.js')

/** The confidence, then the results for people, best first: rank, heading, path, and the text around the query's words. */
export function renderAnswer(answer: SearchAnswer, style: AnswerStyle, explanation?: Explanation): string {
  const { results } = answer
  const summary = `${describeConfidence(answer)}, ${count(results.length, 'result')}`
  const head = [
    ...(explanation?.explainSearch(answer, style.columns) ?? []),
    ...(results.length > 0 ? [summary] : []),
  ]
  return renderNumbered(results, style, {
    head,
    render: (result, layout) => renderResult(result, style, { layout, explanation }),
  })
}

/** The title and the headings above the text: `Kettle care › Descaling`. */
export function titlePath({ title, heading }: Pick<SearchResult, 'title' | 'heading'>): string {
  return [...(title === null || heading[0] === title ? [] : [title]), ...heading].join(' › ')
}

/** The prefixes of a result's lines: a number in the first line, and an indent in the others. */
export interface NumberedLayout {
  readonly columns: number
  readonly first: string
  readonly indent: string
  /** Whether it follows the first results. */
  readonly isShort: boolean
}

/** The number of results with their whole snippet. Later ones have its beginning after the path. */
const whole = 3

/** Numbered results below the lines of `head`, separated by empty lines. */
export function renderNumbered<Result>(
  results: readonly Result[],
  { palette, columns }: Pick<AnswerStyle, 'palette' | 'columns'>,
  { head, render }: { head: readonly string[]; render: (one: Result, layout: NumberedLayout) => string[] },
): string {
  const indent = ' '.repeat(String(results.length).length + 2)
  const blocks = results.map((result, index) =>
    render(result, {
      columns,
      indent,
      first: `${index + 1}.`.padEnd(indent.length),
      isShort: index >= whole,
    }),
  )
  const above = head.length > 0 ? [head.map((line) => palette.faint(line))] : []
  return [...above, ...blocks].map((lines) => `${lines.join('\n')}\n`).join('\n')
}

function renderResult(
  result: SearchResult,
  style: AnswerStyle,
  { layout, explanation }: { layout: NumberedLayout; explanation: Explanation | undefined },
): string[] {
  const { palette } = style
  const { columns, indent, isShort } = layout
  // The line where an editor should open the file: a chunk may begin far above the text that matches the query.
  const path = pathLine({ ...result, startLine: bestLine(result).line }, style, { indent })
  const explained = explanation?.explainResult(result) ?? []
  const snippet = markMatches(result, palette, headingsEnd(result))
  const links = linkLines(result).map((line) => printable(line))
  return [
    ...wrapStyled([...titleParts(titleOf(result), result, palette), ...markParts(result, palette)], layout),
    ...(isShort
      ? [path + restOfLine(snippet, columns - columnsOf(path))]
      : [path, ...wrapStyled(snippet, { columns, indent })]),
    ...faintLines(links, palette, layout),
    ...result.duplicates.map((other) => pathLine(other, style, { indent, word: 'also ' })),
    ...faintLines(explained, palette, layout),
  ]
}

/** The title of a record without a summary is its date. */
function titleOf(result: SearchResult): string {
  const { record } = result
  const date = record && `Record of ${new Date(record.at).toISOString().slice(0, 10)}`
  return titlePath(result) || (date ?? '')
}

function titleParts(title: string, result: SearchResult, palette: Palette): StyledText[] {
  const matched = matchedWords(result)
  const words = printable(title).split(/([\p{L}\p{M}\p{N}_]+)/u)
  return words.map((text) => ({
    text,
    style: matched.has(text.toLowerCase()) ? palette.match : palette.strong,
  }))
}

function markParts(result: SearchResult, palette: Palette): StyledText[] {
  const marks = [...marksOf(result), ...(result.isCorrected ? ['corrected'] : [])]
  return marks.map((mark) => ({ text: ` · ${mark}`, style: palette.faint }))
}

/** For example `strong`, `superseded`, `copy of plan.md`. */
export function marksOf(result: SearchResult): string[] {
  const { status, copyOf, record } = result
  const copy = copyOf === undefined ? [] : [`copy of ${printable(copyOf.slice(copyOf.lastIndexOf('/') + 1))}`]
  const writer = record === undefined ? [] : [printable(writerOf(record))]
  return [confidenceWord(result) ?? [], ...(status === undefined ? [] : [status]), ...copy, ...writer].flat()
}

/** `path:line`, as `recallite get` and editors accept it; never wrapped, and without indent if it does not fit with it. */
function pathLine(
  at: Pick<SearchResult, 'root' | 'path' | 'startLine'>,
  { palette, columns, ...places }: AnswerStyle,
  { indent, word = '' }: { readonly indent: string; readonly word?: string },
): string {
  const locator = `${printable(openablePath(at, places))}:${at.startLine}`
  const text = palette.path(locator)
  const before = indent + palette.faint(word)
  if (columnsOf(indent + word + locator) <= columns) return before + text
  return word === '' ? text : `${before.trimEnd()}\n${text}`
}

/** The beginning of a text that fits on a line after its path; empty if only a few words would fit. */
function restOfLine(text: readonly StyledText[], room: number): string {
  const separator = ' · '
  if (room < 30) return ''
  return separator + (wrapStyled(text, { columns: room - separator.length, indent: '' })[0] ?? '')
}

/** The end of the headings at the beginning of the snippet, which are skipped because the title shows them. */
function headingsEnd({ snippet, heading }: SearchResult): number {
  let end = 0
  for (const each of heading) if (snippet.startsWith(`${each} · `, end)) end += `${each} · `.length
  return end
}

/** A snippet from an offset on, with the query's words marked. */
export function markMatches(
  { snippet, matches }: Pick<SearchResult, 'snippet' | 'matches'>,
  palette: Palette,
  begin = 0,
): StyledText[] {
  const parts: StyledText[] = []
  let end = begin
  for (const range of matches.filter(({ start }) => start >= begin)) {
    parts.push({ text: printable(snippet.slice(end, range.start)), style: plain })
    parts.push({ text: printable(snippet.slice(range.start, range.end)), style: palette.match })
    end = range.end
  }
  return [...parts, { text: printable(snippet.slice(end)), style: plain }]
}

/** Lines of an explanation below a result, with a hanging indent. */
export function faintLines(lines: readonly string[], palette: Palette, { columns, indent }: NumberedLayout) {
  const layout = { columns, first: indent, indent: `${indent}  `, keepsWords: true }
  return lines.flatMap((text) => wrapStyled([{ text, style: palette.faint }], layout))
}
