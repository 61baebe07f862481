import { describe, expect, it } from 'vitest'
import { indexedMemory } from '../__fixtures__/test-memory.js'

describe('readIndexed', () => {
  it('returns a document and all its chunks, in text order', async () => {
    const text = Array.from({ length: 9000 }, (_, line) => `Line ${line} tells of the harbour.`).join('\n')
    const { memory } = await indexedMemory({ 'long.md': text, '[x]*.md': '# Odd', 'x.md': '# Even' })
    const [root] = await memory.listRoots()
    const { document, chunks } = await memory.readIndexed({ root: root?.name ?? '', path: 'long.md' })
    expect([document.path, document.title]).toEqual(['long.md', 'long'])
    expect(chunks.length).toBeGreaterThan(100)
    const starts = chunks.map(({ locator }) => locator.startLine)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect([starts[0], chunks.at(-1)?.locator.endLine]).toEqual([1, 9000])
    const odd = await memory.readIndexed({ root: root?.name ?? '', path: '[x]*.md' })
    expect(odd.chunks.map(({ text: own }) => own)).toEqual(['# Odd'])
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
