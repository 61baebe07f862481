import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { NearTask, Store } from '@recallite/store'
import { temporaryFolder } from '@recallite/test-kit'
import type { ConnectionOptions } from '../../connection.js'
import { openSqliteStoreInThreads } from '../../open-store-in-threads.js'

/** Every store in threads has `near`. */
export type ThreadedStore = Store & Required<Pick<Store, 'near'>>

/** Opens a store that is closed when the running test ends; by default in a new file. */
export async function openInThreads(options: Partial<ConnectionOptions> = {}): Promise<ThreadedStore> {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStoreInThreads({ path, ...options })
  onTestFinished(() => store.close())
  const { near } = store
  if (near === undefined) throw new TypeError('A store in threads has near.')
  return { ...store, near }
}

/** One of `near-tasks.js`. */
export function sampleTask(name: string): NearTask {
  return { module: new URL('../../__fixtures__/near-tasks.js', import.meta.url).href, name }
}
