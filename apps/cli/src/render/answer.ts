import { printable, type Io } from '@recallite/command-line'
import type { SearchAnswer, SearchReport, SearchResult } from '@recallite/core'
import type { Root } from '@recallite/store'
import { renderExplanation } from './explanation.js'
import { openablePath } from './openable-path.js'
import type { Palette } from './palette.js'
import { placeOf } from './place-of.js'
import { tellRefused } from './refused.js'
import { renderSearched } from './searched.js'

/** How to show an answer. */
export interface AnswerStyle {
  readonly palette: Palette
  readonly roots: readonly Root[]
  readonly isExplained: boolean
}

function markMatches({ snippet, matches }: SearchResult, palette: Palette): string {
  let marked = ''
  let end = 0
  for (const range of matches) {
    const match = printable(snippet.slice(range.start, range.end))
    marked += printable(snippet.slice(end, range.start)) + palette.match(match)
    end = range.end
  }
  return marked + printable(snippet.slice(end))
}

function renderResult(result: SearchResult, { palette, roots, isExplained }: AnswerStyle): string {
  const place = `${printable(openablePath(result, roots))}:${result.startLine}`
  const scores = `score ${result.score.toFixed(3)}, evidence ${result.evidence.toFixed(2)}`
  const measures = `${printable(placeOf(result))}, ${scores}${result.isRespelled ? ', respelled' : ''}`
  const heading = printable(result.heading.join(' › '))
  const lines = [
    `${palette.place(place)}  ${palette.faint(measures)}`,
    ...(heading ? [`  ${palette.strong(heading)}`] : []),
    `  ${markMatches(result, palette)}`,
    ...(isExplained ? renderExplanation(result).map((line) => `  ${palette.faint(line)}`) : []),
  ]
  return lines.join('\n')
}

/** The results for people, best first. */
export function renderAnswer(
  answer: Pick<SearchAnswer, 'understood' | 'results' | 'searched'>,
  style: AnswerStyle,
): string {
  const results = answer.results.map((result) => `${renderResult(result, style)}\n`)
  const { faint } = style.palette
  const understood = `Understood as ${printable(answer.understood)}`
  const head = [renderSearched(answer.searched), ...(style.isExplained ? [understood] : [])]
  return [`${head.map((line) => faint(line)).join('\n')}\n`, ...results].join('\n')
}

/** A lower threshold helps only where a retriever found something. */
function nothingFound({ mode, searched }: SearchAnswer): string {
  const elsewhere = searched.scope === 'project' ? ' --scope user searches your own memory.' : ''
  if (mode === 'none') return `Nothing found.${elsewhere}\n`
  return `Nothing found that has enough to do with it; --min-score 0 shows what comes nearest.${elsewhere}\n`
}

function respelled({ typed, read }: SearchAnswer['respelled'][number]): string {
  const words = read.map((word) => `'${word}'`).join(' or ')
  return printable(`Nothing has '${typed}': read as ${words} too; --as-typed searches for what was typed.`)
}

/** What may have changed since it was indexed: a document, or with the path `.` all of a root. */
function stale([first = '', ...others]: readonly string[]): string {
  const [, root] = /^([^:]*):\.$/u.exec(first) ?? []
  const place = printable(root === undefined ? first : `all of the root ${root}`)
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return `Not checked or read before this answer, so it may be out of date: ${place}${more}. Run 'recallite index'.\n`
}

/** What was not as it should be, a line each. */
export function tellAnswerTroubles({ answer, stalePaths, syncFailure, refused }: SearchReport, io: Io): void {
  for (const word of answer.respelled) io.talk(`${respelled(word)}\n`)
  if (answer.results.length === 0) io.talk(nothingFound(answer))
  for (const { retriever, reason } of answer.degraded) io.talk(`${retriever}: ${printable(reason)}\n`)
  if (syncFailure !== null) io.talk(`Changed files could not be read: ${printable(syncFailure)}\n`)
  tellRefused(refused, io)
  if (stalePaths.length > 0) io.talk(stale(stalePaths))
}
