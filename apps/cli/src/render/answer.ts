import { styleText } from 'node:util'
import { printable, type Io } from '@recallite/command-line'
import type { SearchAnswer, SearchReport, SearchResult, Searched } from '@recallite/core'
import type { Root } from '@recallite/store'
import { openablePath, locatorOf, confidenceOf } from './locators.js'
import { printRefusals } from './index-report.js'
import { count } from './amounts.js'

type Palette = ReturnType<typeof createPalette>

/** How to print an answer. */
export interface AnswerStyle {
  readonly palette: Palette
  readonly roots: readonly Root[]
  readonly isExplained: boolean
}

/** The results for people, best first. */
export function renderAnswer(
  answer: Pick<SearchAnswer, 'understood' | 'results' | 'searched' | 'explanation'>,
  style: AnswerStyle,
): string {
  const results = answer.results.map((result) => `${renderResult(result, style)}\n`)
  const { faint } = style.palette
  const head = [renderSearched(answer.searched), ...(style.isExplained ? explainSearch(answer) : [])]
  return [`${head.map((line) => faint(line)).join('\n')}\n`, ...results].join('\n')
}

function renderResult(result: SearchResult, { palette, roots, isExplained }: AnswerStyle): string {
  const path = `${printable(openablePath(result, roots))}:${result.startLine}`
  const measures = `${printable(locatorOf(result))}, ${confidenceOf(result)}${result.isCorrected ? ', corrected' : ''}`
  const heading = printable(result.heading.join(' › '))
  const lines = [
    `${palette.path(path)}  ${palette.faint(measures)}`,
    ...(heading ? [`  ${palette.strong(heading)}`] : []),
    `  ${markMatches(result, palette)}`,
    ...(isExplained ? renderExplanation(result).map((line) => `  ${palette.faint(line)}`) : []),
  ]
  return lines.join('\n')
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

/** What all scores of an answer depend on: how the query was read, the terms and the strategy, and what each stage did. */
function explainSearch(answer: Pick<SearchAnswer, 'understood' | 'explanation'>): string[] {
  const { strategy, terms, stopWords, threshold, stages } = answer.explanation
  const named = terms.map(({ term, weight, idf }) => `${term} (weight ${short(weight)}, idf ${short(idf)})`)
  const steps = stages.map(({ stage, time, did }) => `${stage} ${time.toFixed(1)} ms (${did})`)
  const measure = threshold.on === 'fused' ? 'fused score' : 'confidence'
  return [
    `Understood as ${printable(answer.understood)}`,
    ...(named.length > 0 ? [`Terms: ${printable(named.join(', '))}`] : []),
    ...(stopWords.length > 0 ? [`Stop words left out: ${printable(stopWords.join(', '))}`] : []),
    `Fusion: ${printable(strategy)}; threshold: ${measure} of at least ${short(threshold.value)}`,
    `Stages: ${printable(steps.join('; '))}`,
  ]
}

/** How a result's scores are computed: a line for each retriever, the confidence, and the span it comes from. */
function renderExplanation(result: SearchResult): string[] {
  const { contributions, fusedScore, confidence, confidenceInputs: given, startLine, endLine, id } = result
  const { rerankScore, rankBeforeRerank } = result
  const cosine = given.cosine === null ? '' : `cosine ${number(given.cosine)}, `
  const reranked = rerankScore === undefined ? '' : `rerank score ${number(rerankScore)}, `
  const inputs = `${reranked}${cosine}query coverage ${number(given.coverage)}`
  return [
    ...contributions.map(({ source, rank, raw, coverage, normalized, weight, value }) => {
      const found = rank === null ? 'not among its candidates, scored afterwards' : `rank ${rank}`
      const matched = coverage === undefined ? '' : `, query coverage ${Math.round(coverage * 100)} %`
      const scored = raw === null ? 'no score' : `${found}, score ${number(raw)}${matched}`
      return `${source.padEnd(8)} ${scored}; contributes ${number(normalized)} × weight ${number(weight)} = ${number(value)}`
    }),
    ...(rerankScore === undefined
      ? []
      : [`reranker score ${number(rerankScore)}; rank ${rankBeforeRerank} before`]),
    `fused score ${number(fusedScore)}; confidence ${number(confidence)} from ${inputs}; lines ${startLine}–${endLine}, chunk ${printable(id)}`,
  ]
}

function short(value: number): string {
  return String(Number(value.toFixed(2)))
}

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(4)
}

/** Prints a line for each correction, for a part that failed, and for what was left out or may be out of date. */
export function printAnswerNotes({ answer, stalePaths, syncFailure, refused }: SearchReport, io: Io): void {
  for (const correction of answer.corrections) io.talk(`${describeCorrection(correction)}\n`)
  if (answer.results.length === 0) io.talk(nothingFound(answer))
  for (const { retriever, reason } of answer.degraded) io.talk(`${retriever}: ${printable(reason)}\n`)
  if (syncFailure !== null) io.talk(`Changed files could not be read: ${printable(syncFailure)}\n`)
  printRefusals(refused, io)
  if (stalePaths.length > 0) io.talk(stale(stalePaths))
}

function describeCorrection({ typed, corrected }: SearchAnswer['corrections'][number]): string {
  const words = corrected.map((word) => `'${word}'`).join(' or ')
  return printable(
    `No note contains '${typed}': ${words} was searched for too; --as-typed searches only for what was typed.`,
  )
}

/** A lower threshold helps only if candidates were held back. */
function nothingFound({ confidence, heldBack, searched }: SearchAnswer): string {
  const elsewhere = searched.scope === 'project' ? ' --scope user searches your own memory.' : ''
  if (heldBack === 0) return `Nothing found.${elsewhere}\n`
  const held = `${count(heldBack, 'candidate')} held back, the best with a confidence of ${confidence.toFixed(2)}`
  return `Probably nothing answers this: ${held}. --threshold 0 shows them.${elsewhere}\n`
}

/** Names what may have changed since it was indexed: a document, or all of a root, whose path is `.`. */
function stale([first = '', ...others]: readonly string[]): string {
  const [, root] = /^([^:]*):\.$/u.exec(first) ?? []
  const what = printable(root === undefined ? first : `all of the root ${root}`)
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return `Not read before this answer, so possibly out of date: ${what}${more}. Run 'recallite index'.\n`
}

const shownAtMost = 5

/** Names the memory and the roots that were searched, in one line. */
export function renderSearched({ project, roots }: Searched): string {
  const whose = project === null ? 'your own memory' : `the memory of the project ${printable(project)}`
  const shown = roots.slice(0, shownAtMost).map((name) => printable(name))
  const rest = roots.length > shownAtMost ? ` and ${roots.length - shownAtMost} more` : ''
  return `Searched ${whose}${roots.length === 0 ? ', which has nothing yet' : `: ${shown.join(', ')}${rest}`}`
}

/** Prints how many of the found results a budget of tokens left out, if it did. */
export function printOmitted(
  counts: { found: number; omitted: number; maxTokens: number | undefined },
  io: Io,
): void {
  const { found, omitted, maxTokens } = counts
  if (omitted === 0 || maxTokens === undefined) return
  const budget = count(maxTokens, 'token')
  io.talk(
    omitted === found
      ? `Nothing printed: not even the first of ${count(found, 'result')} fits into ${budget}. Give --max-tokens more.\n`
      : `${count(omitted, 'result')} left out to stay within ${budget}; a larger --max-tokens shows more.\n`,
  )
}

/** Functions that colour parts of an answer, or leave them as they are. */
export function createPalette(hasColour: boolean) {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    hasColour ? styleText(format, text) : text
  return { path: style('cyan'), match: style(['bold', 'yellow']), faint: style('dim'), strong: style('bold') }
}
