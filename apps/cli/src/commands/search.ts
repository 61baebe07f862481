import { printable, type Request } from '@recallite/command-line'
import type { SearchAnswer, SearchReport } from '@recallite/core'
import { hasColour } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import type { PrintStyle } from '../render/answer.js'
import { outputFormat, printers } from '../render/print-answer.js'
import { createPalette } from '../render/styled-lines.js'
import { type askIfThere, searchMemory } from '../search/ask-memory.js'

/** `recallite search <query…>` */
export async function runSearch(request: Request<Flags>, ask?: typeof askIfThere): Promise<number | void> {
  const { words, flags, io } = request
  const format = outputFormat(flags)
  const search = await searchMemory(words.join(' '), request, ask)
  const { report, answeredBy, noModelReason, isModelMissing, ...more } = search
  const { columns, isOutputTerminal: isTerminal } = io
  const terminal = { palette: createPalette(hasColour(io)), columns, isTerminal }
  const folder = io.surroundings?.cwd
  const style = { ...more, ...terminal, folder, isExplained: flags.explain ?? false }
  const { answer } = report
  let isDamaged = false
  const { text, omitted } = await renderWithin(format, answer, { style, maxTokens: flags.maxTokens })
  io.write(text)
  if (omitted > 0 || hasNotes(report)) {
    const { isHidden, printAnswerNotes, printOmitted } = await import('../render/answer-notes.js')
    printOmitted({ results: answer.results.length, omitted, maxTokens: flags.maxTokens }, io)
    printAnswerNotes(report, io, { noModelReason })
    isDamaged = isHidden(answer)
  }
  if (flags.explain) io.talk(`${printable(answeredBy)}\n`)
  // The module of all errors is loaded only here, because few searches fail.
  if (isDamaged) return (await import('../failure.js')).exitCodes.damaged
  if (isModelMissing) return (await import('../failure.js')).exitCodes.providerUnavailable
}

/** Whether an answer needs notes; otherwise their module is not loaded. */
function hasNotes({ answer, stalePaths, syncFailure, refused }: SearchReport): boolean {
  const { results, corrections, time, unmatched, degraded } = answer
  const notes = [...corrections, ...degraded, ...stalePaths, ...refused]
  return (
    results.length === 0 || notes.length > 0 || [time, unmatched, syncFailure].some((note) => note !== null)
  )
}

async function renderWithin(
  format: ReturnType<typeof outputFormat>,
  answer: SearchAnswer,
  { style, maxTokens }: { style: PrintStyle; maxTokens: number | undefined },
): Promise<{ text: string; omitted: number }> {
  const print = await printers[format](style.isExplained)
  if (maxTokens === undefined) return { text: print({ ...answer, omitted: 0 }, style), omitted: 0 }
  const { withinBudget } = await import('@recallite/core/tools')
  return withinBudget(answer.results, maxTokens, (results, omitted) =>
    print({ ...answer, results, omitted }, style),
  )
}
