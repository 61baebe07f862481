import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, type LockOptions, type StoreLock } from '@recallite/store'
import type { LockFile } from '../connection.js'
import { toStoreError } from '../sqlite-errors.js'
import type { LockPlace } from './lock-place.js'

/** How long to wait between two tries, in milliseconds. */
const pause = 20

function lockedBy(place: LockPlace): StoreError {
  const holder = place.holder()
  const who = holder === undefined ? 'Another process' : `Process ${holder}`
  const advice = holder === process.pid ? 'That is this one: wait for it.' : 'Wait for it, or end it.'
  return new StoreError('STORE_LOCKED', `${who} is indexing into ${place.path}. ${advice}`)
}

function openAt(place: LockPlace): LockFile {
  try {
    return place.open()
  } catch (error) {
    throw toStoreError(error, place.path)
  }
}

/** The lock of those who index into a store. */
export function createStoreLock(place: LockPlace) {
  const held = new Set<() => void>()
  let isClosed = false

  function assertOpen(): void {
    if (!isClosed) return
    throw new StoreError('STORE_UNAVAILABLE', `The store in ${place.path} was closed. Open it again.`)
  }

  /** Tries until it has the lock; false where the time is over. */
  async function tryFor(file: LockFile, wait: number): Promise<boolean> {
    for (let waited = 0; !file.tryLock(); waited += pause) {
      if (waited >= wait) return false
      await sleep(Math.min(pause, wait - waited))
      assertOpen()
    }
    return true
  }

  function hold(file: LockFile): StoreLock {
    place.note(true)
    const release = () => {
      if (!held.delete(release)) return
      place.note(false)
      file.close()
    }
    held.add(release)
    return { release: async () => release() }
  }

  return {
    /** @throws StoreError `STORE_LOCKED`; `STORE_UNAVAILABLE` where something else is in the place of its file */
    async acquire({ wait = 0 }: LockOptions = {}): Promise<StoreLock> {
      assertOpen()
      const file = openAt(place)
      try {
        if (await tryFor(file, wait)) return hold(file)
        throw lockedBy(place)
      } catch (error) {
        file.close()
        throw toStoreError(error, place.path)
      }
    },

    /** Lets go what is held; nothing can be locked afterwards. */
    close(): void {
      isClosed = true
      for (const release of held) release()
    },
  }
}
