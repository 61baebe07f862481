import { printable, renderJson, type Request } from '@recallite/command-line'
import type { Passage } from '@recallite/core'
import { findWorkingFolder } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open/open-memory.js'
import { linesOf } from '../render/locators.js'

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
