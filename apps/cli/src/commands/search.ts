import type { Request } from '@recallite/command-line'
import type { SearchAnswer, SearchReport } from '@recallite/core'
import { keepLastSearch } from '../last-search.js'
import { assertEnabled, withMemory } from '../open-memory.js'
import type { Flags } from '../flags/flags.js'
import { outputFormat, printers, type PrintStyle } from '../render/print-answer.js'
import { createPalette } from '../render/styled-lines.js'
import { searchEitherWay, searchOptions } from '../search-options.js'
import { hasColour, hasLinks } from '@recallite/settings'

/** `recallite search <query…>` */
export async function runSearch({ words, flags, io }: Request<Flags>): Promise<void> {
  const format = outputFormat(flags)
  const use = { mayBegin: true, onlyReads: io }
  const { report, path, noModelReason, ...known } = await withMemory(
    flags,
    use,
    async ({ memory, resolved, ...open }) => {
      assertEnabled(resolved)
      const { citations, query } = resolved.settings
      const isHybrid = query.hybrid.enabled
      const options = { ...searchOptions(flags, resolved), signal: io.interrupted, isHybrid }
      const found = await searchEitherWay(memory, words.join(' '), options)
      const { path: database, noModelReason: reason } = open
      return {
        report: found,
        path: database,
        noModelReason: reason,
        roots: await memory.listRoots(),
        citations,
      }
    },
  )
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
  if (omitted > 0 || hasNotes(report)) {
    const { printAnswerNotes, printOmitted } = await import('../render/answer-notes.js')
    printOmitted({ found: answer.results.length, omitted, maxTokens: flags.maxTokens }, io)
    printAnswerNotes(report, io, { noModelReason })
  }
  keepLastSearch(path, answer)
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
