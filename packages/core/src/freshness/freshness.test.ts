import { maintenanceOf } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'

async function behindSearch(notes: Record<string, string>) {
  const folder = notesFolder(notes)
  const { memory, store } = await testMemory({ sources: [folder], freshness: 'behind-search' })
  const look = async (query: string) => {
    const { answer } = await memory.search(query)
    return { count: answer.results.length, stale: answer.stale }
  }
  return { folder, memory, store, look }
}

describe('A21: answers at once', () => {
  it('come from the current index, say so, and the next one is newer', async () => {
    const { folder, memory, look } = await behindSearch({ 'a.md': 'alpha' })
    await memory.sync()
    writeNote(folder, 'b.md', 'beta')
    expect(await look('beta')).toEqual({ count: 0, stale: true })
    const settled = { timeout: 20_000, interval: 20 }
    await expect.poll(() => look('beta'), settled).toEqual({ count: 1, stale: false })
  })

  it('wait for the first update of an empty index', async () => {
    const { look } = await behindSearch({ 'a.md': 'alpha' })
    const both = await Promise.all([look('alpha'), look('alpha')])
    expect(both).toEqual([
      { count: 1, stale: false },
      { count: 1, stale: false },
    ])
  })

  it('wait once if there is nothing to index', async () => {
    const { look } = await behindSearch({})
    expect(await look('alpha')).toEqual({ count: 0, stale: false })
  })

  it('do not wait long for another process that is indexing', async () => {
    const { store, look } = await behindSearch({ 'a.md': 'alpha' })
    const lock = await maintenanceOf(store).lock()
    expect(await look('alpha')).toEqual({ count: 0, stale: true })
    await lock.release()
    await expect.poll(() => look('alpha'), { timeout: 20_000 }).toEqual({ count: 1, stale: false })
  })
})
