import { printable, type Io } from '@recallite/command-line'
import { join, relative, sep } from 'node:path'
import type { SearchAnswer, SearchReport, SearchResult } from '@recallite/core'
import { matchRanges, parseQuery } from '@recallite/analysis'
import type { Root } from '@recallite/store'
import { renderExplanation } from './explanation.js'
import type { Palette } from './palette.js'

/** How to show an answer. */
export interface AnswerStyle {
  readonly palette: Palette
  readonly roots: readonly Root[]
  readonly isExplained: boolean
}

/** A path that a terminal can open from here: relative where the file lies below, else absolute. */
function openablePath(result: SearchResult, roots: readonly Root[]): string {
  const root = roots.find(({ name }) => name === result.root)
  if (!root) return `${result.root}:${result.path}`
  const full = join(root.path, ...result.path.split('/'))
  const near = relative(here(), full)
  return near.startsWith(`..${sep}`) ? full : near
}

/** The folder this runs in, or the top where that was deleted meanwhile. */
function here(): string {
  try {
    return process.cwd()
  } catch {
    return sep
  }
}

/** The passage as `recallite get` takes it. */
function placeOf({ root, path, startLine, endLine, startColumn, endColumn }: SearchResult): string {
  const from = startColumn === null ? startLine : `${startLine}:${startColumn}`
  const to = endColumn === null ? endLine : `${endLine}:${endColumn}`
  return `${root}:${path}:${from}-${to}`
}

function markMatches(text: string, query: string, palette: Palette): string {
  let marked = ''
  let end = 0
  for (const range of matchRanges(text, parseQuery(query).terms)) {
    marked += text.slice(end, range.start) + palette.match(text.slice(range.start, range.end))
    end = range.end
  }
  return marked + text.slice(end)
}

function renderResult(
  result: SearchResult,
  query: string,
  { palette, roots, isExplained }: AnswerStyle,
): string {
  const place = `${printable(openablePath(result, roots))}:${result.startLine}`
  const measures = `${printable(placeOf(result))}, score ${result.score.toFixed(3)}, evidence ${result.evidence.toFixed(2)}`
  const heading = printable(result.heading.join(' › '))
  const lines = [
    `${palette.place(place)}  ${palette.faint(measures)}`,
    ...(heading ? [`  ${palette.strong(heading)}`] : []),
    `  ${markMatches(printable(result.snippet), query, palette)}`,
    ...(isExplained ? renderExplanation(result).map((line) => `  ${palette.faint(line)}`) : []),
  ]
  return lines.join('\n')
}

/** The results for people, best first. */
export function renderAnswer(answer: SearchAnswer, style: AnswerStyle): string {
  const results = answer.results.map((result) => `${renderResult(result, answer.query, style)}\n`)
  return results.join('\n')
}

/** A lower threshold helps only where a retriever found something. */
function nothingFound({ mode }: SearchAnswer): string {
  if (mode === 'none') return 'Nothing found.\n'
  return 'Nothing found that has enough to do with it; --min-score 0 shows what comes nearest.\n'
}

/** What was not as it should be, a line each. */
export function tellAnswerTroubles({ answer, stalePaths, syncFailure }: SearchReport, io: Io): void {
  if (answer.results.length === 0) io.talk(nothingFound(answer))
  for (const { retriever, reason } of answer.degraded) io.talk(`${retriever}: ${printable(reason)}\n`)
  if (syncFailure !== null) io.talk(`Changed files could not be read: ${printable(syncFailure)}\n`)
  const [first] = stalePaths
  if (first !== undefined) {
    const more = stalePaths.length > 1 ? ` and ${stalePaths.length - 1} more` : ''
    io.talk(
      `Not checked or read yet, may be older than its file: ${printable(first)}${more}. Run 'recallite index'.\n`,
    )
  }
}
