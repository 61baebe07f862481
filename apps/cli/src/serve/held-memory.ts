import { statSync } from 'node:fs'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation, MemoryUse } from '../open/memory-location.js'
import { keepUpToDate } from '../mcp/offer.js'
import { openMemory, type OpenMemory } from '../open/open-memory.js'
import { type Io, orUndefined } from '@recallite/command-line'

/** An open memory that is kept up to date, and reopened when its models or its file change. */
export type HeldMemory = Awaited<ReturnType<typeof holdMemory>>

/** Options of holding a memory. */
export interface Holding {
  readonly flags: Flags
  readonly use: MemoryUse
  readonly io: Io
}

/** Opens a memory and holds it until it is closed. */
export async function holdMemory(location: MemoryLocation, holding: Holding) {
  let current = await openHeld(location, holding)
  let renewal: Promise<void> | undefined

  async function renew(): Promise<void> {
    const former = current
    current = await openHeld(location, holding)
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

async function openHeld(location: MemoryLocation, { flags, use, io }: Holding) {
  const open = await openMemory(location, { flags, use })
  const upkeep = keepUpToDate(open.memory, open.resolved.settings, io)
  return { open, identity: await identityOf(open), upkeep, underWay: 0, isRetired: false }
}

async function end({ upkeep, open }: Awaited<ReturnType<typeof openHeld>>): Promise<void> {
  await upkeep.close()
  await open.memory.close()
}

/** Identifies the file, which may be replaced, and the models, which other processes may change. */
async function identityOf({ path, chosenNow }: OpenMemory): Promise<string> {
  const file = orUndefined(() => statSync(path))
  return JSON.stringify([file?.dev, file?.ino, await chosenNow()])
}
