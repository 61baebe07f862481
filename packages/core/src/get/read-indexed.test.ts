import { describe, expect, it } from 'vitest'
import { writeNote } from '../__fixtures__/notes-folder.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import { chunkIdsOf } from './chunk-ids.js'

const notes = { '[x]*.md': '# Odd', 'x.md': '# Even\n\nSee [[a]].', 'a.md': 'A.' }

describe('readIndexed', () => {
  it('returns a document, the text of its file, and whether they differ', async () => {
    const { memory, folder } = await indexedMemory(notes)
    const address = { root: (await memory.listRoots())[0]?.name ?? '', path: 'x.md' }
    const read = await memory.readIndexed(address)
    expect(read).toMatchObject({ document: { title: 'Even' }, text: notes['x.md'], hasChanged: false })
    expect(read.links).toHaveLength(1)
    writeNote(folder, 'x.md', '# Changed')
    expect(await memory.readIndexed(address)).toMatchObject({
      document: { title: 'Even' },
      text: '# Changed',
      hasChanged: true,
    })
  })

  it('rejects a document that is not in the index', async () => {
    const { memory } = await indexedMemory({ 'a.md': 'a' })
    for (const address of [
      { root: 'none', path: 'a.md' },
      { root: (await memory.listRoots())[0]?.name ?? '', path: 'b.md' },
    ])
      await expect(memory.readIndexed(address)).rejects.toMatchObject({ code: 'DOCUMENT_UNKNOWN' })
  })
})

describe('chunkIdsOf', () => {
  it('returns the chunks of the document only, although its name looks like a pattern', async () => {
    const { memory, store } = await indexedMemory(notes)
    const root = (await memory.listRoots())[0]?.name ?? ''
    const { items } = await store.readItems(await chunkIdsOf(store, { root, path: '[x]*.md' }))
    expect(items.map(({ text }) => text)).toEqual(['# Odd'])
  })
})
