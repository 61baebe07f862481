import { printable, type Io } from '@recallite/command-line'
import { StoreError } from '@recallite/store'
import { loadRepair, type StoreRepair } from './driver.js'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryUse } from './memory-location.js'
import { lockWait } from './open-memory.js'

/**
 * Runs work that indexes. If it fails because the index is damaged, runs it again. If a second look confirms the damage, first renames
 * the index, creates a new one with its folders and vectors, and says so. Never touches a file that is not an index.
 * @throws StoreError as `work` does, and `STORE_BUSY` if another program has the damaged index open
 */
export async function withMending<Result>(
  { flags, io }: { readonly flags: Flags; readonly io: Io },
  use: MemoryUse,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_CORRUPT') throw error
    const repair = await mendIndex(flags, use)
    if (repair === undefined) throw error
    if (repair.aside !== null)
      io.talk(
        `The index was damaged and is being rebuilt; the damaged one was renamed to ${printable(repair.aside)}. Index folders again that 'recallite roots' does not list.\n`,
      )
    return work()
  }
}

async function mendIndex(flags: Flags, use: MemoryUse): Promise<StoreRepair | undefined> {
  const { connection } = await findMemory(flags, use)
  if (connection.server !== undefined) return undefined
  return (await loadRepair()).repairStore(connection, { wait: lockWait })
}
