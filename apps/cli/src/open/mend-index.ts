import { printable, type Io } from '@recallite/command-line'
import { StoreError } from '@recallite/store'
import { loadRepair, lockStore, type StoreRepair } from './driver.js'
import type { Flags } from '../flags/flags.js'
import { findMemory, type MemoryUse } from './memory-location.js'
import { lockWait } from './open-memory.js'

/**
 * Does what indexes. If the index turns out to be damaged, sets it aside, makes a new one with its folders and vectors, says so, and
 * does it again. A file that was never an index is left alone.
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
    if (repair?.aside === undefined || repair.aside === null) throw error
    io.talk(
      `The index was damaged and is rebuilt; the damaged one is now ${printable(repair.aside)}. A folder that 'recallite roots' does not list has to be named again.\n`,
    )
    return work()
  }
}

async function mendIndex(flags: Flags, use: MemoryUse): Promise<StoreRepair | undefined> {
  const { path, connection } = await findMemory(flags, use)
  if (connection.server !== undefined) return undefined
  const { headerDamage, noDatabase, repairStore } = await loadRepair()
  if (headerDamage(connection) === noDatabase) return undefined
  const lock = await lockStore(path, { wait: lockWait })
  return repairStore(connection).finally(() => lock.release())
}
