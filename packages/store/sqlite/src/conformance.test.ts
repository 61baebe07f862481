import { join } from 'node:path'
import { describe, it } from 'vitest'
import { storeConformance } from '@recallite/store/conformance'
import { temporaryFolder } from '@recallite/test-kit'
import { openSqliteStore, type SqliteStoreOptions } from './open-store.js'

const places: Readonly<Record<string, () => SqliteStoreOptions>> = {
  'a file': () => ({ path: join(temporaryFolder(), 'memory.sqlite') }),
  memory: () => ({ path: ':memory:' }),
  'memory, without sqlite-vec': () => ({ path: ':memory:', vectorExtensionPath: null }),
}

describe.each(Object.entries(places))('the store in %s keeps the contract', (_, options) => {
  for (const { name, run } of storeConformance(() => openSqliteStore(options()))) it(name, run)
})
