import { statSync } from 'node:fs'
import type { Io } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import type { MemoryLocation, MemoryUse } from '../open/memory-location.js'
import type { RecordMemory } from '@recallite/core/records'
import { keepUpToDate, type ServedMemory, type ServedRecords } from '../mcp/offer.js'
import { openMemory, type OpenMemory } from '../open/open-memory.js'
import { orUndefined } from '@recallite/command-line'

/** An open memory that is kept up to date, and opened again when its models or its file are no longer those it was opened with. */
export type HeldMemory = Awaited<ReturnType<typeof holdMemory>>

interface Held {
  readonly open: OpenMemory
  /** What it was opened with; see `identityOf`. */
  readonly identity: string
  readonly upkeep: { close(): Promise<void> }
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
    /** As it was opened first. */
    open: current.open,
    /** Works with the memory as it is now. */
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

/** Records that ask whatever memory is held at the moment. */
export function asRecords({ use }: Pick<HeldMemory, 'use'>): ServedRecords {
  const ask = <Result>(work: (records: RecordMemory) => Promise<Result>) =>
    use(async ({ memory: { records } }) => {
      if (!records) throw new TypeError('The memory was opened without records.')
      return work(records)
    })
  return {
    remember: (...given) => ask((records) => records.remember(...given)),
    supersede: (...given) => ask((records) => records.supersede(...given)),
    recall: (...given) => ask((records) => records.recall(...given)),
    forget: (id) => ask((records) => records.forget(id)),
    get: (id) => ask((records) => records.get(id)),
    startSession: (session) => ask((records) => records.startSession(session)),
    endSession: (...given) => ask((records) => records.endSession(...given)),
    listSessions: (request) => ask((records) => records.listSessions(request)),
  }
}

/** A memory that asks whatever memory is held at the moment. */
export function asMemory({ use }: Pick<HeldMemory, 'use'>): ServedMemory {
  return {
    search: (query, options) => use(({ memory }) => memory.search(query, options)),
    get: (where) => use(({ memory }) => memory.get(where)),
    listRoots: () => use(({ memory }) => memory.listRoots()),
    listDocuments: (root) => use(({ memory }) => memory.listDocuments(root)),
  }
}
