import { printable, type Request } from '@recallite/command-line'
import type { SearchAnswer } from '@recallite/core'
import { searchMemory } from '../ask-memory.js'
import { keepLastSearch } from '../last-search.js'
import type { Flags } from '../flags/flags.js'
import { printAnswerNotes, printOmitted } from '../render/answer-notes.js'
import { outputFormat, printers, type PrintStyle } from '../render/print-answer.js'
import { createPalette } from '../render/styled-lines.js'
import { hasColour, hasLinks } from '../settings/environment.js'

/** `recallite search <query…>` */
export async function runSearch({ words, flags, io }: Request<Flags>): Promise<void> {
  const format = outputFormat(flags)
  const { report, path, answeredBy, ...known } = await searchMemory(words.join(' '), flags, io)
  const style = {
    ...known,
    palette: createPalette(hasColour(io)),
    columns: io.columns,
    hasLinks: hasLinks(io),
    isExplained: flags.explain ?? false,
    isTerminal: io.isOutputTerminal,
    isNullEnded: flags.null ?? false,
  }
  const { answer } = report
  const { text, omitted } = await renderWithin(format, answer, { style, maxTokens: flags.maxTokens })
  io.write(text)
  if (format === 'files' || format === 'grep') {
    const { printOmittedPaths } = await import('../render/files.js')
    printOmittedPaths(answer.results.slice(0, answer.results.length - omitted), style, io)
  }
  printOmitted({ found: answer.results.length, omitted, maxTokens: flags.maxTokens }, io)
  printAnswerNotes(report, io)
  if (flags.explain) io.talk(`${printable(answeredBy)}\n`)
  keepLastSearch(path, answer)
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
