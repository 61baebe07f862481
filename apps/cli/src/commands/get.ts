import { renderJson, printable, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'

/** `recallite get <place>` */
export async function runGet({ words, flags, io }: Request<Flags>): Promise<void> {
  const passage = await withMemory(flags, { onlyReads: io }, ({ memory }) => memory.get(words.join(' ')))
  if (flags.json) io.write(renderJson(passage))
  else {
    const text = io.isOutputTerminal ? printable(passage.text, { keepLines: true }) : passage.text
    io.write(`${text}\n`)
  }
}
