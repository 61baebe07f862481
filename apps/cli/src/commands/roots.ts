import { renderJson, printable, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'

/** `recallite roots`, `recallite roots remove NAME` */
export async function runRoots(request: Request<Flags>): Promise<void> {
  const [action, name] = request.words
  if (action === undefined) await listRoots(request)
  else if (action === 'remove') await removeRoot(request, name)
  else throw new UsageError(`'roots ${action}' is not known. There are 'roots' and 'roots remove NAME'.`)
}

async function listRoots({ flags, io }: Request<Flags>): Promise<void> {
  const roots = await withMemory(flags, { onlyReads: io }, ({ memory }) => memory.listRoots())
  if (flags.json) io.write(renderJson(roots))
  else for (const { name, path } of roots) io.write(`${printable(name)}\t${printable(path)}\n`)
}

async function removeRoot({ flags, io }: Request<Flags>, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError("Say which root: 'recallite roots remove NAME'.")
  await withMemory(flags, {}, ({ memory }) => memory.removeRoot(name))
  if (flags.json) io.write(renderJson({ removed: name }))
  else io.talk(`Forgot the root ${printable(name)}. Its files are where they were.\n`)
}
