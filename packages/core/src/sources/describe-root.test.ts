import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'

async function twoFolders() {
  const folder = notesFolder({
    'a/one.md': '# One\n\nThe price was too high.\n',
    'b/two.md': '# Two\n\nThe price of the boats.\n',
  })
  const made = await testMemory({ openModel: async () => createConceptModel().model })
  await made.memory.index([join(folder, 'a'), join(folder, 'b')])
  const search = async (query: string) => {
    const { answer } = await made.memory.search(query, { threshold: 0, vectorWeight: 0 })
    return answer.results.map(({ root, fusedScore }) => [root, fusedScore] as const)
  }
  return { ...made, search }
}

describe('the description of a root', () => {
  it('finds the documents of the root, and changes neither others nor vectors', async () => {
    const { memory, store, search } = await twoFolders()
    const before = await search('price')
    expect(await search('interviews customers')).toEqual([])
    await memory.describeRoot('a', ' Interviews with\ncustomers ')
    expect(await memory.listRoots()).toMatchObject([
      { description: 'Interviews with customers' },
      { name: 'b' },
    ])
    const { changed, unchanged, embedded } = await memory.sync()
    expect([changed, unchanged, embedded]).toEqual([1, 1, 0])
    expect((await search('interviews customers')).map(([root]) => root)).toEqual(['a'])
    expect((await search('customer interview price')).map(([root]) => root)).toEqual(['a', 'b'])
    expect(await search('price')).toEqual(before)
    const { results } = (await memory.search('price', { roots: ['a'] })).answer
    expect(results[0]?.text).toBe('# One\n\nThe price was too high.')
    await memory.describeRoot('a', '')
    await memory.sync()
    expect(await search('interviews customers')).toEqual([])
    expect((await store.listRoots())[0]).not.toHaveProperty('description')
  })

  it('is rejected for an unknown root, and if it is too long', async () => {
    const { memory } = await twoFolders()
    await expect(memory.describeRoot('c', 'x')).rejects.toMatchObject({ code: 'STORE_UNKNOWN_ROOT' })
    await expect(memory.describeRoot('a', 'x'.repeat(1001))).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})
