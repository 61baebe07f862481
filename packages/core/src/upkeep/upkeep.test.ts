import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { createChain } from '../embedding/chain.js'
import { linkTo } from '../embedding/link.js'
import { defaultChunking } from '../sync/recipe.js'
import { createUpkeep } from './upkeep.js'

async function upkeepOf(notes: Record<string, string>) {
  const folder = notesFolder(notes)
  const store = await openSqliteStore({ path: ':memory:' })
  const chain = createChain({
    links: [linkTo(createConceptModel().model)],
    linkOf: () => undefined,
    now: Date.now,
  })
  const common = {
    store,
    chain,
    chunking: defaultChunking,
    keepUnusedVectors: 0,
    now: Date.now,
    sleep: undefined,
  }
  return { folder, store, upkeep: createUpkeep({ ...common, sources: [folder] }) }
}

describe('a memory that is kept up', () => {
  it('may lack vectors at first and after every write, and not once all is embedded', async () => {
    const { folder, upkeep } = await upkeepOf({ 'a.md': 'automobile' })
    expect(await upkeep.mayLackVectors()).toBe(true)
    await upkeep.index([], {})
    expect(await upkeep.mayLackVectors()).toBe(false)
    await upkeep.syncTexts([], {})
    expect(await upkeep.mayLackVectors()).toBe(false)
    writeNote(folder, 'b.md', 'vehicle')
    await upkeep.syncTexts([], {})
    expect(await upkeep.mayLackVectors()).toBe(true)
    await upkeep.embedTexts({})
    expect(await upkeep.mayLackVectors()).toBe(false)
  })

  it('runs one sync at a time, however many ask', async () => {
    const { upkeep, store } = await upkeepOf({ 'a.md': 'automobile' })
    const reports = await Promise.all([upkeep.index([], {}), upkeep.index([], {}), upkeep.syncTexts([], {})])
    expect(reports.map(({ added }) => added).toSorted()).toEqual([0, 0, 1])
    expect((await store.status()).files).toBe(1)
  })
})
