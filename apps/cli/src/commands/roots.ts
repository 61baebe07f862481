import { renderJson, printable, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open/open-memory.js'
import { renderTable } from '../render/table.js'

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
  else if (roots.length === 0) io.talk('No folder is indexed yet. Index one: recallite index FOLDER\n')
  else
    io.write(
      renderTable(
        roots.map(({ name, path }) => [printable(name), printable(path)]),
        { columns: Infinity },
      ),
    )
}

async function removeRoot({ flags, io }: Request<Flags>, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError("Say which root: 'recallite roots remove NAME'.")
  await withMemory(flags, {}, ({ memory }) => memory.removeRoot(name))
  if (flags.json) io.write(renderJson({ removed: name }))
  else io.talk(`Forgot the root ${printable(name)}. Its files are where they were.\n`)
}
