import { printable, type Io } from '@recallite/command-line'
import type { RecallAnswer } from '@recallite/core/records'
import { count } from './amounts.js'
import { percentOf } from './confidence.js'

type Talk = Pick<Io, 'talk' | 'isOutputTerminal'>

/** Prints a line for each correction and failure, and says why nothing was recalled. */
export function printRecallNotes(
  answer: Pick<RecallAnswer, 'results' | 'corrections' | 'degraded' | 'isReplay' | 'heldBack' | 'confidence'>,
  io: Talk,
  noModelReason: string | undefined,
): void {
  const { results, corrections, degraded } = answer
  for (const { typed, corrected } of corrections) {
    const words = corrected.map((word) => `'${word}'`).join(' or ')
    io.talk(`No record contains '${printable(typed)}': ${printable(words)} was searched for too.\n`)
  }
  if (results.length === 0) io.talk(`${nothingRecalled(answer)}\n`)
  const isNews = results.length === 0 || !io.isOutputTerminal
  printRecordFailures(degraded, io, isNews ? undefined : noModelReason)
}

/** Prints what did not work. That there is no model (`noModelReason`) is no news each time. */
export function printRecordFailures(
  degraded: RecallAnswer['degraded'],
  io: Talk,
  noModelReason: string | undefined,
): void {
  for (const { retriever, reason } of degraded) {
    if (reason !== noModelReason) io.talk(`${retriever}: ${printable(reason)}\n`)
  }
}

/** A lower threshold helps only if candidates were held back. */
function nothingRecalled({
  isReplay,
  heldBack,
  confidence,
}: Pick<RecallAnswer, 'isReplay' | 'heldBack' | 'confidence'>): string {
  if (isReplay) return "Nothing is remembered of this session. 'recallite sessions' lists the sessions."
  if (heldBack === 0) return 'Nothing recalled. Try other words, or fewer conditions.'
  const held = `${count(heldBack, 'record')} held back, the best of them weak ${percentOf(confidence)}`
  return `Probably nothing that is remembered answers this: ${held}. --threshold 0 shows them.`
}
