import type { Request } from '../command-table.js'
import { UsageError } from '../errors.js'
import { exitCodes } from '../exit-codes.js'
import { withMemory } from '../open-memory.js'
import { printable } from '../render/printable.js'

async function removeRoot({ flags, io }: Request, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError("Say which root: 'recallite roots remove NAME'.")
  await withMemory(flags, {}, ({ memory }) => memory.removeRoot(name))
  io.talk(`Forgot the root ${printable(name)}. Its files are where they were.\n`)
}

/** `recallite roots`, `recallite roots remove NAME` */
export async function runRoots(request: Request): Promise<number> {
  const { words, flags, io } = request
  const [action, name] = words
  if (action !== undefined && action !== 'remove') {
    throw new UsageError(`'roots ${action}' is not known. There are 'roots' and 'roots remove NAME'.`)
  }
  if (action === 'remove') await removeRoot(request, name)
  const roots = action === 'remove' ? [] : await withMemory(flags, {}, ({ memory }) => memory.listRoots())
  if (flags.json && action === undefined) io.write(`${JSON.stringify(roots, null, 2)}\n`)
  else for (const root of roots) io.write(`${printable(root.name)}\t${printable(root.path)}\n`)
  return exitCodes.done
}
