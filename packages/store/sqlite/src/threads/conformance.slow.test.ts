import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storeConformance } from '@recallite/store/conformance'
import { temporaryFolder } from '@recallite/test-kit'
import { isBuilt } from './__fixtures__/is-built.js'
import { openSqliteStoreInThreads } from '../open-store-in-threads.js'

describe.skipIf(!isBuilt)('the store in two threads fulfils the contract', () => {
  const open = () => openSqliteStoreInThreads({ path: join(temporaryFolder(), 'memory.sqlite') })
  it.each(storeConformance(open))('$name', async ({ run }) => expect(await run()).toBeUndefined())
})
