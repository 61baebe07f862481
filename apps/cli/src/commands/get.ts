import { renderJson, printable, type Request } from '@recallite/command-line'
import type { Passage } from '@recallite/core'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open/open-memory.js'
import { linesOf } from '../render/locators.js'
import { findWorkingFolder } from '@recallite/settings'

/** `recallite get <place…>` */
export async function runGet({ words, flags, io }: Request<Flags>): Promise<void> {
  const passages = await withMemory(flags, { onlyReads: io }, ({ memory }) =>
    memory.getAll(words, { folder: findWorkingFolder() }),
  )
  if (flags.json) io.write(renderJson(mayBeSeveral(words) ? passages : passages[0]))
  else io.write(renderPassages(passages, io))
}

/** What is printed depends on what was typed, not on what a glob matches. */
function mayBeSeveral(words: readonly string[]): boolean {
  return words.length > 1 || words.some((word) => /[*?[{]/u.test(word))
}

/** One passage as it is; several each under a line that says where it is from. */
function renderPassages(passages: readonly Passage[], io: { readonly isOutputTerminal: boolean }): string {
  const texts = passages.map(({ text }) =>
    io.isOutputTerminal ? printable(text, { keepLines: true }) : text,
  )
  if (passages.length === 1) return `${texts[0]}\n`
  return passages
    .map((passage, index) => `==> ${printable(linesOf(passage))} <==\n${texts[index]}\n`)
    .join('\n')
}
