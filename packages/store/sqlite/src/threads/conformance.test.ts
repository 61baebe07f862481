import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storeConformance } from '@recallite/store/conformance'
import { temporaryFolder } from '@recallite/test-kit'
import type { ConnectionOptions } from '../connection.js'
import { isBuilt } from './__fixtures__/is-built.js'
import { openSqliteStoreInThreads } from './open-store-in-threads.js'

const places: Readonly<Record<string, () => ConnectionOptions>> = {
  'two threads': () => ({ path: join(temporaryFolder(), 'memory.sqlite') }),
  'one thread, in memory': () => ({ path: ':memory:' }),
}

describe.skipIf(!isBuilt).each(Object.entries(places))('the store in %s keeps the contract', (_, options) => {
  const cases = storeConformance(() => openSqliteStoreInThreads(options()))
  it.each(cases)('$name', async ({ run }) => expect(await run()).toBeUndefined())
})
