import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, plane, sampleChunk, sampleDocument } from '../__fixtures__/samples.js'
import { openSqliteStore } from '../open-store.js'

async function openTwice() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const one = await openSqliteStore({ path })
  await fill(one, [sampleChunk('a', 'harbour')])
  return { one, two: await openSqliteStore({ path }) }
}

describe('the generation', () => {
  it('changes for every store that has the file open, when any of them writes', async () => {
    const { one, two } = await openTwice()
    const seen = new Set<string>()
    const writes = [
      () => two.putSpace(plane),
      () => one.writeDocuments({ put: [{ document: sampleDocument('b.md'), chunks: [] }] }),
      () => two.maintenance.dropSpace(plane),
      () => two.writeDocuments({ removed: [sampleDocument('b.md')] }),
      () => one.removeRoot('notes'),
    ]
    for (const write of writes) {
      await write()
      for (const [name, store] of Object.entries({ one, two }))
        seen.add(`${name} ${await store.generation()}`)
    }
    expect(seen.size).toBe(2 * writes.length)
    await one.close()
    await two.close()
  })

  it('stays the same during reads by the other store, and without calls', async () => {
    const { one, two } = await openTwice()
    const before = await one.generation()
    await two.status()
    await two.readItems(['a'])
    expect(await two.generation()).toBe(await two.generation())
    expect(await one.generation()).toBe(before)
    await two.close()
    await one.close()
  })
})
