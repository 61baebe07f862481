import { printable, type Io } from '@recallite/command-line'
import { join, relative, sep } from 'node:path'
import type { SearchAnswer, SearchReport, SearchResult } from '@recallite/core'
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
export function renderAnswer(answer: SearchAnswer, style: AnswerStyle): string {
  const results = answer.results.map((result) => `${renderResult(result, style)}\n`)
  const understood = `Understood as ${printable(answer.understood)}`
  const head = style.isExplained ? [`${style.palette.faint(understood)}\n`] : []
  return [...head, ...results].join('\n')
}

/** A lower threshold helps only where a retriever found something. */
function nothingFound({ mode }: SearchAnswer): string {
  if (mode === 'none') return 'Nothing found.\n'
  return 'Nothing found that has enough to do with it; --min-score 0 shows what comes nearest.\n'
}

function respelled({ typed, read }: SearchAnswer['respelled'][number]): string {
  const words = read.map((word) => `'${word}'`).join(' or ')
  return printable(`Nothing has '${typed}': read as ${words} too; --as-typed searches for what was typed.`)
}

/** What was not as it should be, a line each. */
export function tellAnswerTroubles({ answer, stalePaths, syncFailure }: SearchReport, io: Io): void {
  for (const word of answer.respelled) io.talk(`${respelled(word)}\n`)
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
