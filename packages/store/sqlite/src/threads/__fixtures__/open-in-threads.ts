import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { StoreThread, ThreadTask } from '@recallite/store'
import { temporaryFolder } from '@recallite/test-kit'
import type { ConnectionOptions } from '../../connection/connection.js'
import type { SqliteStore } from '../../open-store.js'
import { openSqliteStoreInThreads } from '../../open-store-in-threads.js'

/** Opens a store that is closed when the running test ends; by default in a new file. */
export async function openInThreads(options: Partial<ConnectionOptions> = {}): Promise<SqliteStore & { readonly thread: StoreThread }> {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStoreInThreads({ path, ...options })
  onTestFinished(() => store.close())
  return store
}

/** A task of `thread-tasks.js`. */
export function sampleTask(name: string): ThreadTask {
  return { module: new URL('../../__fixtures__/thread-tasks.js', import.meta.url).href, name }
}
