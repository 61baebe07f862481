import { onTestFinished } from 'vitest'
import { openSqliteStore } from '@recallite/store-sqlite'
import { createMemory, type MemoryOptions } from '../create-memory.js'

/** A memory over a real store in memory, closed when the test ends. */
export async function testMemory(options: Partial<MemoryOptions> = {}) {
  const store = options.store ?? (await openSqliteStore({ path: ':memory:' }))
  const memory = createMemory({ ...options, store })
  onTestFinished(() => memory.close())
  return { memory, store }
}
