import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { printable, renderJson, type Request } from '@recallite/command-line'
import type { Passage, SearchAnswer, SearchReport } from '@recallite/core'
import { findWorkingFolder, hasColour } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { assertEnabled, withMemory } from '../open/open-memory.js'
import { linesOf } from '../render/locators.js'
import type { PrintStyle } from '../render/answer.js'
import { outputFormat, printers } from '../render/print-answer.js'
import { createPalette } from '../render/styled-lines.js'
import { renderWhy } from '../render/why.js'
import { searchMemory } from '../search/ask-memory.js'

/** `recallite search <query…>` */
export async function runSearch({ words, flags, io }: Request<Flags>): Promise<number | void> {
  const format = outputFormat(flags)
  const search = await searchMemory(words.join(' '), flags, io)
  const { report, answeredBy, noModelReason, isModelMissing, ...more } = search
  const { columns, isOutputTerminal: isTerminal } = io
  const terminal = { palette: createPalette(hasColour(io)), columns, isTerminal }
  const style = { ...more, ...terminal, isExplained: flags.explain ?? false }
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

/** `recallite why <query> <path>` */
export async function runWhy({ words, flags, io }: Request<Flags>): Promise<void> {
  const [query = '', path = ''] = words
  const { whyOptions } = await import('../search/answer-here.js')
  const report = await withMemory(flags, { mayBegin: true, onlyReads: io }, ({ memory, resolved }) => {
    assertEnabled(resolved)
    return memory.why(query, fileNamed(path), { ...whyOptions(flags, resolved), signal: io.interrupted })
  })
  io.write(flags.json ? renderJson(report) : renderWhy(report, io))
}

/** A path of an existing file, relative to the working folder, means that file; any other is a path of the index. */
function fileNamed(path: string): string {
  const folder = findWorkingFolder()
  if (folder === undefined || isAbsolute(path)) return path
  const full = join(folder, path)
  return existsSync(full) ? full : path
}

/** `recallite get <locator…>` */
export async function runGet({ words, flags, io }: Request<Flags>): Promise<void> {
  const passages = await withMemory(flags, { onlyReads: io }, ({ memory }) =>
    memory.getAll(words, { folder: findWorkingFolder() }),
  )
  // The output format depends on the arguments, not on how many documents a glob matches.
  const mayBeSeveral = words.length > 1 || words.some((word) => /[*?[{]/u.test(word))
  if (flags.json) io.write(renderJson(mayBeSeveral ? passages : passages[0]))
  else io.write(renderPassages(passages, io))
  const [passage, another] = passages
  if (passage && !another && !flags.json) io.talk(describeLinks(passage))
}

function describeLinks({ links, backlinks }: Passage): string {
  const lists = Object.entries({ links, backlinks }).filter(([, paths]) => paths.length > 0)
  return lists.map(([name, paths]) => `${name}: ${printable(paths.join(', '))}\n`).join('')
}

function renderPassages(passages: readonly Passage[], io: { readonly isOutputTerminal: boolean }): string {
  const texts = passages.map(({ text }) =>
    io.isOutputTerminal ? printable(text, { keepLines: true }) : text,
  )
  if (passages.length === 1) return `${texts[0]}\n`
  return passages
    .map((passage, index) => `==> ${printable(linesOf(passage))} <==\n${texts[index]}\n`)
    .join('\n')
}
