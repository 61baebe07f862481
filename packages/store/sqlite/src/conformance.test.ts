import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storeConformance } from '@recallite/store/conformance'
import { temporaryFolder } from '@recallite/test-kit'
import { openSqliteStore, type SqliteStoreOptions } from './open-store.js'

const places: Readonly<Record<string, () => SqliteStoreOptions>> = {
  'a file': () => ({ path: join(temporaryFolder(), 'memory.sqlite') }),
  memory: () => ({ path: ':memory:' }),
  'memory, confined to a folder around all roots': () => ({ path: ':memory:', within: '/' }),
  'memory, without sqlite-vec': () => ({ path: ':memory:', vectorExtension: false }),
}

describe.each(Object.entries(places))('the store in %s keeps the contract', (_, options) => {
  const cases = storeConformance(() => openSqliteStore(options()))
  it.each(cases)('$name', async ({ run }) => expect(await run()).toBeUndefined())
})
