import { printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { findSpace } from '../find-space.js'
import { megabytes } from '../render/megabytes.js'
import { renderSpaces, spacesToJson } from '../render/spaces.js'

async function dropSpace({ flags, io }: Request<Flags>, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError("Say which space: 'recallite spaces drop NAME'.")
  const { dropped, freed } = await withMemory(flags, {}, async ({ memory }) => {
    const before = await memory.status()
    const space = findSpace(name, before.spaces)
    await memory.dropSpace(space)
    const after = await memory.status()
    return { dropped: space, freed: Math.max(0, before.database.bytes - after.database.bytes) }
  })
  const { provider, model } = dropped
  if (flags.json) io.write(renderJson({ dropped: `${provider}/${model}`, freedBytes: freed }))
  else
    io.talk(
      `Dropped ${printable(`${provider}/${model}`)}: ${megabytes(freed)} are free. The texts are where they were.\n`,
    )
}

async function listSpaces({ flags, io }: Request<Flags>): Promise<void> {
  const { spaces } = await withMemory(flags, { onlyReads: io }, ({ memory }) => memory.status())
  io.write(flags.json ? renderJson(spacesToJson(spaces)) : renderSpaces(spaces))
}

/** `recallite spaces`, `recallite spaces drop NAME` */
export async function runSpaces(request: Request<Flags>): Promise<number> {
  const [action = 'list', name] = request.words
  if (action === 'list') await listSpaces(request)
  else if (action === 'drop') await dropSpace(request, name)
  else throw new UsageError(`'spaces ${action}' is not known. There are 'spaces' and 'spaces drop NAME'.`)
  return exitCodes.done
}
