import { printable, type Request } from '@recallite/command-line'
import type { SearchAnswer, SearchReport } from '@recallite/core'
import { searchMemory } from '../search/ask-memory.js'
import { keepLastSearch } from '../search/last-search.js'
import type { Flags } from '../flags/flags.js'
import { outputFormat, printers, type PrintStyle } from '../render/print-answer.js'
import { createPalette } from '../render/styled-lines.js'
import { hasColour, hasLinks } from '@recallite/settings'

/** `recallite search <query…>` */
export async function runSearch(request: Request<Flags>): Promise<number | void> {
  const { words, flags, io } = request
  const format = outputFormat(flags)
  const found = await searchMemory(words.join(' '), flags, io)
  const { report, path, answeredBy, noModelReason, isModelMissing, ...known } = found
  const style = { ...known, ...styleOf(request) }
  const { answer } = report
  let isDamaged = false
  const { text, omitted } = await renderWithin(format, answer, { style, maxTokens: flags.maxTokens })
  io.write(text)
  if (omitted > 0 || hasNotes(report)) {
    const { isHidden, printAnswerNotes, printOmitted } = await import('../render/answer-notes.js')
    printOmitted({ found: answer.results.length, omitted, maxTokens: flags.maxTokens }, io)
    printAnswerNotes(report, io, { noModelReason })
    isDamaged = isHidden(answer)
  }
  if (flags.explain) io.talk(`${printable(answeredBy)}\n`)
  keepLastSearch(path, answer)
  // Few searches fail: what knows all errors is loaded by these alone.
  if (isDamaged) return (await import('../failure.js')).exitCodes.damaged
  if (isModelMissing) return (await import('../failure.js')).exitCodes.providerUnavailable
}

function styleOf({ flags, io }: Request<Flags>) {
  return {
    palette: createPalette(hasColour(io)),
    columns: io.columns,
    hasLinks: hasLinks(io),
    isExplained: flags.explain ?? false,
    isTerminal: io.isOutputTerminal,
  }
}

/** Whether there is something to say about an answer: most answers need no comment. */
function hasNotes({ answer, stalePaths, syncFailure, refused }: SearchReport): boolean {
  const { results, corrections, degraded } = answer
  const notes = [...corrections, ...degraded, ...stalePaths, ...refused]
  return results.length === 0 || syncFailure !== null || notes.length > 0
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
