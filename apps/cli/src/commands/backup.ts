import { resolve } from 'node:path'
import { assertFilePlace, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { megabytes } from '../render/megabytes.js'

/** `recallite backup FILE` */
export async function runBackup({ words: [word], flags, io }: Request<Flags>): Promise<number> {
  if (word === undefined) throw new UsageError("Say where to: 'recallite backup FILE'.")
  const file = resolve(word)
  assertFilePlace(file)
  const { bytes } = await withMemory(flags, {}, ({ memory }) =>
    memory.backup(file, { replace: flags.force ?? false }),
  )
  if (flags.json) io.write(renderJson({ path: file, bytes }))
  else io.write(`${printable(file)}, ${megabytes(bytes)} (${bytes} bytes)\n`)
  return exitCodes.done
}
