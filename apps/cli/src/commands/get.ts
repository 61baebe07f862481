import type { Request } from '../command-table.js'
import { exitCodes } from '../exit-codes.js'
import { withMemory } from '../open-memory.js'
import { printable } from '../render/printable.js'

/** `recallite get <place>` */
export async function runGet({ words, flags, io }: Request): Promise<number> {
  const passage = await withMemory(flags, {}, ({ memory }) => memory.get(words.join(' ')))
  if (flags.json) io.write(`${JSON.stringify(passage, null, 2)}\n`)
  else {
    const text = io.isOutputTerminal ? printable(passage.text, { keepLines: true }) : passage.text
    io.write(`${text}\n`)
  }
  return exitCodes.done
}
