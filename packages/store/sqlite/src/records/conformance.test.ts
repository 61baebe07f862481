import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordStoreConformance } from '@recallite/store/records/conformance'
import { temporaryFolder } from '@recallite/test-kit'
import { openSqliteRecords } from './index.js'

const places: Readonly<Record<string, () => string>> = {
  'a file': () => join(temporaryFolder(), 'memory.records.sqlite'),
  memory: () => ':memory:',
}

describe.each(Object.entries(places))('the records in %s fulfil the contract', (_, path) => {
  const cases = recordStoreConformance(() => openSqliteRecords({ path: path() }))
  it.each(cases)('$name', async ({ run }) => expect(await run()).toBeUndefined())
})
