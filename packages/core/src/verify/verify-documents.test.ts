import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { NewChunk, Store } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { writeNote } from '../__fixtures__/notes-folder.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import { cutDocument } from '../indexer/cut-document.js'
import { defaultChunking } from '../indexer/fingerprint.js'
import { readDocument } from '../readers/read-document.js'
import { verifyDocuments } from './verify-documents.js'

const files = {
  'auth.md': '---\ntags: [security]\n---\n\n# Auth\n\n## Tokens\n\nWe keep tokens for 900 seconds.\n',
  'people/lena.md': '# Lena\n\nLena designs the onboarding.\n',
  'page.html': '<html><head><title>Page</title></head><body><h1>Hi</h1><p>A paragraph.</p></body></html>',
  'main.ts': 'export const answer = 42\n',
}

async function indexed(notes: Record<string, string> = files) {
  const { memory, store, folder } = await indexedMemory(notes)
  const [root] = await store.listRoots()
  if (!root) throw new Error('nothing was indexed')
  return { folder, memory, store, root }
}

/** Puts chunks into the store that are not what the file gives. */
async function bend(
  store: Store,
  path: string,
  change: (chunk: NewChunk) => NewChunk,
  more: NewChunk[] = [],
) {
  const [root] = await store.listRoots()
  const document = (await store.listDocuments(root?.name ?? '')).find((other) => other.path === path)
  const source = await readDocument(root ?? { path: '' }, path)
  if (!root || !document || !('text' in source)) throw new Error(`there is no ${path}`)
  const { chunks } = await cutDocument({ root: root.name, path, ...source }, defaultChunking)
  await store.writeDocuments({ put: [{ document, chunks: [...chunks.map(change), ...more] }] })
}

describe('comparing documents with their files', () => {
  it('finds nothing where nothing is wrong, whatever the documents are', async () => {
    const { store } = await indexed()
    expect(await verifyDocuments(store)).toEqual({ compared: 4, outdated: 0, damaged: [], surplus: [] })
  })

  it.each<[string, (chunk: NewChunk) => NewChunk, RegExp]>([
    ['text', (chunk) => ({ ...chunk, text: chunk.text.replace('9', '8') }), /line \d+ has another text/],
    ['line', (chunk) => ({ ...chunk, endLine: chunk.endLine + 1 }), /line \d+ stands at other lines/],
    ['heading', (chunk) => ({ ...chunk, heading: ['Other'] }), /line \d+ has other headings/],
    ['id', (chunk) => ({ ...chunk, id: `${chunk.id}x` }), /line \d+ is missing/],
  ])('finds a changed %s', async (_, change, reason) => {
    const { store, root } = await indexed()
    await bend(store, 'auth.md', change)
    const { damaged, compared } = await verifyDocuments(store)
    expect([compared, damaged]).toEqual([
      4,
      [{ root: root.name, path: 'auth.md', reason: expect.stringMatching(reason) }],
    ])
  })

  it('finds a changed title and front matter', async () => {
    const { store, root } = await indexed()
    const [document] = await store.listDocuments(root.name)
    if (!document) throw new Error('nothing was indexed')
    await store.writeDocuments({
      put: [{ document: { ...document, metadata: { tags: ['other'] } }, chunks: [] }],
    })
    await bend(store, 'people/lena.md', (chunk) => chunk)
    const { damaged } = await verifyDocuments(store)
    expect(damaged.map(({ path }) => path)).toEqual(['auth.md'])
  })

  it('finds chunks that no file gives', async () => {
    const { store, root } = await indexed()
    const [document] = await store.listDocuments(root.name)
    const source = await readDocument(root, document?.path ?? '')
    if (!('text' in source)) throw new Error('it cannot be read')
    const { chunks } = await cutDocument({ root: root.name, path: 'auth.md', ...source }, defaultChunking)
    const extra = chunks.slice(0, 1).map((chunk) => ({ ...chunk, id: 'extra' }))
    await bend(store, 'auth.md', (chunk) => chunk, extra)
    expect(await verifyDocuments(store)).toMatchObject({
      damaged: [],
      surplus: [{ root: root.name, chunks: 1 }],
    })
  })

  it('leaves files alone that have changed, are gone, or were cut otherwise', async () => {
    const { store, folder } = await indexed()
    writeNote(folder, 'auth.md', '# Other\n')
    rmSync(join(folder, 'main.ts'))
    expect(await verifyDocuments(store)).toMatchObject({ compared: 2, outdated: 2, damaged: [], surplus: [] })
    const other = await verifyDocuments(store, { chunking: { target: 100, overlap: 20 } })
    expect(other).toMatchObject({ compared: 0, outdated: 4, damaged: [] })
    rmSync(folder, { recursive: true })
    expect(await verifyDocuments(store)).toMatchObject({ compared: 0, outdated: 4 })
  })

  it('stops when it is told to', async () => {
    const { store } = await indexed()
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(verifyDocuments(store, { signal })).rejects.toThrow('enough')
  })
})
