import { firstOf, type Io, printable } from '@recallite/command-line'
import type { SearchAnswer, Searched, SearchReport } from '@recallite/core'
import type { RecallAnswer } from '@recallite/core/records'
import { percentOf } from '@recallite/core'
import { count, describeTime } from './amounts.js'
import { printRefusals } from './index-report.js'

/**
 * Prints a line for each correction and failure, and for paths that were skipped or may be out of date. In a terminal, a missing
 * model (`noModelReason`) is mentioned only if nothing was found.
 */
export function printAnswerNotes(
  { answer, stalePaths, syncFailure, refused }: SearchReport,
  io: Io,
  { noModelReason }: { readonly noModelReason?: string | undefined } = {},
): void {
  const hints = { hint: '; --as-typed searches only for the typed words', timeHint: '; --no-time ignores it' }
  printUnderstood(answer, io, { noun: 'note', ...hints })
  printCounts(answer, io, { noun: 'result', nothing: nothingFound(answer), noModelReason })
  if (syncFailure !== null) io.talk(`Changed files could not be read: ${printable(syncFailure)}\n`)
  printRefusals(refused, io)
  if (stalePaths.length > 0) io.talk(stale(stalePaths))
}

/** Prints a line for each correction and failure, and says why nothing was recalled. */
export function printRecallNotes(answer: RecallAnswer, io: Talk, noModelReason: string | undefined): void {
  printUnderstood(answer, io, { noun: 'record', hint: '', timeHint: '' })
  printCounts(answer, io, { noun: 'record', nothing: nothingRecalled(answer), noModelReason })
}

/** Prints failures, except that there is no model (`noModelReason`). */
export function printFailures(
  degraded: readonly { readonly retriever: string; readonly reason: string }[],
  io: Talk,
  noModelReason: string | undefined,
): void {
  for (const { retriever, reason } of degraded) {
    if (reason !== noModelReason) io.talk(`${retriever}: ${printable(reason)}\n`)
  }
}

type Talk = Pick<Io, 'talk' | 'isOutputTerminal'>

function printUnderstood(
  answer: SearchAnswer | RecallAnswer,
  io: Talk,
  { noun, hint, timeHint }: { readonly noun: string; readonly hint: string; readonly timeHint: string },
): void {
  const { corrections, time, unmatched, retrievers } = answer
  if (unmatched !== null)
    io.talk(`${printable(`No ${noun} has ${unmatched}, so the search used its words.`)}\n`)
  for (const { typed, corrected } of corrections) {
    const words = corrected.map((word) => `'${word}'`).join(' or ')
    io.talk(`${printable(`No ${noun} contains '${typed}', so the search also used ${words}${hint}.`)}\n`)
  }
  const [isWordless, isByMeaning] = [retrievers['keyword'] === 'empty', retrievers['vector'] === 'ok']
  if (isWordless && isByMeaning && corrections.length === 0)
    io.talk(`No ${noun} contains a word of this query; the search went by meaning only.\n`)
  if (time) io.talk(`${printable(`Time: ${describeTime(time)}, preferred${timeHint}.`)}\n`)
}

function printCounts(
  { results, heldBack, degraded }: SearchAnswer | RecallAnswer,
  io: Talk,
  { noun, nothing, noModelReason }: { noun: string; nothing: string; noModelReason: string | undefined },
): void {
  if (results.length === 0) io.talk(`${nothing}\n`)
  else if (heldBack > 0)
    io.talk(`${count(heldBack, `less relevant ${noun}`)} held back; --threshold 0 shows all.\n`)
  const isNews = results.length === 0 || !io.isOutputTerminal
  printFailures(degraded, io, isNews ? undefined : noModelReason)
}

/** Whether nothing is shown because all results are damaged. */
export function isHidden({ results, degraded }: Pick<SearchAnswer, 'results' | 'degraded'>): boolean {
  return results.length === 0 && degraded.some(({ retriever }) => retriever === 'index')
}

/** Recommends a lower threshold only if candidates were held back. */
function nothingFound(answer: SearchAnswer): string {
  const { confidence, heldBack, searched, understood } = answer
  if (isHidden(answer)) return 'The results cannot be shown.'
  if (searched.roots.length === 0) return emptyMemory(searched)
  const elsewhere = searched.scope === 'project' ? ' --scope user searches your own memory.' : ''
  const where = renderSearched(searched)
  if (heldBack === 0) {
    const required = /must have|without/.test(understood) ? ` for ${printable(understood)}` : ''
    return `Nothing found in ${where}${required}. Try other words.${elsewhere}`
  }
  const held = `${count(heldBack, 'candidate')} held back, the best with ${percentOf(confidence)}`
  return `Probably nothing in ${where} answers this: ${held}. --threshold 0 shows them.${elsewhere}`
}

function emptyMemory(searched: Searched): string {
  const next =
    searched.scope === 'project'
      ? 'Write notes to MEMORY.md or memory/ there. --scope user searches your own memory.'
      : 'Index a folder of notes: recallite index FOLDER'
  const where = renderSearched(searched)
  return `${where[0]?.toUpperCase()}${where.slice(1)} is empty. ${next}`
}

/** Names paths that may have changed since they were indexed: documents, or a whole root with the path `.`. */
function stale([first = '', ...others]: readonly string[]): string {
  const [, root] = /^([^:]*):\.$/u.exec(first) ?? []
  const what = printable(root === undefined ? first : `all of the root ${root}`)
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return `Not read before this answer, so possibly out of date: ${what}${more}. Run 'recallite index'.\n`
}

/** Names the memory and the roots that were searched. */
export function renderSearched({ project, roots }: Searched): string {
  const whose = project === null ? 'your own memory' : `the memory of the project ${printable(project)}`
  return roots.length === 0 ? whose : `${whose} (${firstOf(roots.map((name) => printable(name)))})`
}

/** Prints how many results a token budget omitted, if any. */
export function printOmitted(
  counts: { results: number; omitted: number; maxTokens: number | undefined },
  io: Io,
): void {
  const { results, omitted, maxTokens } = counts
  if (omitted === 0 || maxTokens === undefined) return
  const budget = count(maxTokens, 'token')
  io.talk(
    omitted === results
      ? `Nothing printed: not even the first of ${count(results, 'result')} fits within ${budget}. Increase --max-tokens.\n`
      : `${count(omitted, 'result')} omitted to fit within ${budget}; a larger --max-tokens shows more.\n`,
  )
}

function nothingRecalled({ isReplay, heldBack, confidence }: RecallAnswer): string {
  if (isReplay) return "This session has no records. 'recallite sessions' lists the sessions."
  if (heldBack === 0) return 'Nothing recalled. Try other words, or fewer conditions.'
  const held = `${count(heldBack, 'record')} held back, the best with ${percentOf(confidence)}`
  return `Probably no record answers this: ${held}. --threshold 0 shows them.`
}
