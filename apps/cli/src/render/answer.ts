import { printable } from '@recallite/command-line'
import { columnsOf } from '@recallite/command-line/wrap-text'
import type { SearchAnswer, SearchResult } from '@recallite/core'
import type { Root } from '@recallite/store'
import { bestLine, matchedWords } from './locators.js'
import { describeConfidence } from './amounts.js'
import type { explainResult, explainSearch } from './explanation.js'
import { fileAddress, openablePath } from './locators.js'
import { type Palette, plain } from './styled-lines.js'
import { linked, type StyledText, wrapStyled } from './styled-lines.js'

/** How to print an answer. */
export interface AnswerStyle {
  readonly palette: Palette
  readonly roots: readonly Root[]
  /** How many columns a line has. */
  readonly columns: number
  /** Whether paths are links of the terminal to their files. */
  readonly hasLinks: boolean
}

/** What explains an answer; loaded only if that is wanted. */
export interface Explanation {
  readonly explainSearch: typeof explainSearch
  readonly explainResult: typeof explainResult
}

/** The results for people, best first, below how likely one of them answers: rank, heading, where the text is, and the text around the query's words. */
export function renderAnswer(
  answer: Pick<
    SearchAnswer,
    'understood' | 'results' | 'searched' | 'explanation' | 'confidence' | 'retrievers'
  >,
  style: AnswerStyle,
  explanation?: Explanation,
): string {
  const { columns, palette } = style
  const { results } = answer
  const said = `${describeConfidence(answer)}, ${results.length} ${results.length === 1 ? 'result' : 'results'}`
  const above = [
    ...(explanation?.explainSearch(answer, columns) ?? []),
    ...(results.length > 0 ? [said] : []),
  ]
  const head = above.map((line) => palette.faint(line))
  const indent = ' '.repeat(String(answer.results.length).length + 2)
  const blocks = answer.results.map((result, index) => {
    const layout = { columns, indent, first: `${index + 1}.`.padEnd(indent.length) }
    return renderResult(result, style, { layout, explanation })
  })
  return [...(head.length > 0 ? [head] : []), ...blocks].map((lines) => `${lines.join('\n')}\n`).join('\n')
}

/** How one result is laid out and explained. */
export interface ResultLayout {
  readonly layout: { readonly columns: number; readonly indent: string; readonly first: string }
  readonly explanation: Explanation | undefined
}

/** One result for people, in lines. */
function renderResult(
  result: SearchResult,
  style: AnswerStyle,
  { layout, explanation }: ResultLayout,
): string[] {
  const { palette } = style
  const { columns, indent } = layout
  const title = result.heading.length === 0 ? lastOf(result.path) : result.heading.join(' › ')
  // Where an editor should be: a chunk may begin far above what was asked for.
  const place = placeOf({ ...result, startLine: bestLine(result).line }, style, { indent })
  const explained = explanation?.explainResult(result) ?? []
  return [
    ...wrapStyled([...titleParts(title, result, palette), ...markParts(result, palette)], layout),
    place,
    ...wrapStyled(markMatches(result, palette), { columns, indent }),
    ...result.duplicates.map((other) => placeOf(other, style, { indent, word: 'also ' })),
    ...explained.flatMap((line) =>
      wrapStyled([{ text: line, style: palette.faint }], {
        columns,
        first: indent,
        indent: `${indent}  `,
        keepsWords: true,
      }),
    ),
  ]
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The title, with the query's words marked that the snippet has too. */
function titleParts(title: string, result: SearchResult, palette: Palette): StyledText[] {
  const matched = matchedWords(result)
  return title.split(/([\p{L}\p{M}\p{N}_]+)/u).map((text) => ({
    text: printable(text),
    style: matched.has(text.toLowerCase()) ? palette.match : palette.strong,
  }))
}

function markParts({ weak, isCorrected }: SearchResult, palette: Palette): StyledText[] {
  const marks = [...(weak ? ['weak'] : []), ...(isCorrected ? ['corrected'] : [])]
  return marks.map((mark) => ({ text: ` · ${mark}`, style: palette.faint }))
}

/**
 * `path:line` as `recallite get` and editors take it, without the indent where only that leaves it whole: a path that is cut into
 * lines could not be copied.
 */
function placeOf(
  at: Pick<SearchResult, 'root' | 'path' | 'startLine'>,
  { palette, roots, columns, hasLinks }: AnswerStyle,
  { indent, word = '' }: { readonly indent: string; readonly word?: string },
): string {
  const place = `${printable(openablePath(at, roots))}:${at.startLine}`
  const address = hasLinks ? fileAddress(at, roots) : undefined
  const text = address === undefined ? palette.path(place) : linked(palette.path(place), address)
  const before = indent + palette.faint(word)
  if (columnsOf(indent + word + place) <= columns) return before + text
  return word === '' ? text : `${before.trimEnd()}\n${text}`
}

/** The snippet with the query's words marked, without the headings at its beginning, which the title has. */
function markMatches({ snippet, matches, heading }: SearchResult, palette: Palette): StyledText[] {
  const parts: StyledText[] = []
  let end = 0
  for (const each of heading) if (snippet.startsWith(`${each} · `, end)) end += `${each} · `.length
  for (const range of matches.filter(({ start }) => start >= end)) {
    parts.push({ text: printable(snippet.slice(end, range.start)), style: plain })
    parts.push({ text: printable(snippet.slice(range.start, range.end)), style: palette.match })
    end = range.end
  }
  return [...parts, { text: printable(snippet.slice(end)), style: plain }]
}
