import { statSync } from 'node:fs'
import type { Io } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation, MemoryUse } from '../open/memory-location.js'
import { keepUpToDate, type Upkeep } from '../mcp/offer.js'
import { openMemory, type OpenMemory } from '../open/open-memory.js'
import { orUndefined } from '@recallite/command-line'

/** An open memory that is kept up to date, and opened again when its models or its file are no longer those it was opened with. */
export type HeldMemory = Awaited<ReturnType<typeof holdMemory>>

interface Held {
  readonly open: OpenMemory
  /** What it was opened with; see `identityOf`. */
  readonly identity: string
  readonly upkeep: Upkeep
  underWay: number
  isRetired: boolean
}

/** Opens a memory and holds it until it is closed. */
export async function holdMemory(
  location: MemoryLocation,
  { flags, use, io }: { readonly flags: Flags; readonly use: MemoryUse; readonly io: Pick<Io, 'talk'> },
) {
  const begin = async (): Promise<Held> => {
    const open = await openMemory(location, { flags, use })
    const upkeep = keepUpToDate(open.memory, open.resolved.settings, io)
    return { open, identity: await identityOf(open), upkeep, underWay: 0, isRetired: false }
  }
  let current = await begin()
  let renewal: Promise<void> | undefined

  async function renew(): Promise<void> {
    const former = current
    current = await begin()
    former.isRetired = true
    if (former.underWay === 0) await end(former)
  }

  async function ask<Result>(work: (open: OpenMemory) => Promise<Result>): Promise<Result> {
    if ((await identityOf(current.open)) !== current.identity)
      await (renewal ??= renew().finally(() => (renewal = undefined)))
    const held = current
    held.underWay += 1
    try {
      return await work(held.open)
    } finally {
      held.underWay -= 1
      if (held.isRetired && held.underWay === 0) await end(held)
    }
  }

  return {
    open: current.open,
    failures: () => current.upkeep.failures(),
    use: ask,
    close: () => end(current),
  }
}

async function end({ upkeep, open }: Held): Promise<void> {
  await upkeep.close()
  await open.memory.close()
}

/** Of the file, which may have been replaced, and of the models, which depend on what other processes did since. */
async function identityOf({ path, chosenNow }: OpenMemory): Promise<string> {
  const file = orUndefined(() => statSync(path))
  return JSON.stringify([file?.dev, file?.ino, await chosenNow()])
}
