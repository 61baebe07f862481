import { renameSync } from 'node:fs'
import type { DamagedItem, Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'
import { defaultChunking } from '../indexer/fingerprint.js'
import { readFromFiles } from './stages/read-items.js'

const files = {
  'auth.md': '---\ndate: 2026-02-11\n---\n\n# Auth\n\n## Tokens\n\nWe keep tokens for 900 seconds.\n',
  'people/lena.md': '# Lena\n\nLena designs the onboarding of the harbour.\n',
  'page.html': '<html><head><title>Page</title></head><body><h1>Hi</h1><p>A paragraph.</p></body></html>',
  'main.ts': 'export const answer = 42\n',
}

/** A store that gives no chunk as it was written. */
async function damagedStore(): Promise<Store> {
  const store = await openSqliteStore({ path: ':memory:' })
  return {
    ...store,
    async readItems(ids) {
      const { items } = await store.readItems(ids)
      return {
        items: [],
        damaged: items.map(({ id, locator: { root, path } }) => ({ id, document: { root, path } })),
      }
    },
  }
}

async function indexed() {
  const folder = notesFolder(files)
  const { memory, store } = await testMemory()
  await memory.index([folder])
  const { answer } = await memory.search('auth OR lena OR page OR answer', { threshold: 0, limit: 20 })
  const { items } = await store.readItems(answer.results.map(({ id }) => id))
  const damaged = items.map(({ id, locator: { root, path } }): DamagedItem => ({
    id,
    document: { root, path },
  }))
  return { folder, items, damaged, how: { roots: await store.listRoots(), chunking: defaultChunking } }
}

describe('damaged chunks', () => {
  it('are read from their files exactly as they were written, whatever the files are', async () => {
    const { items, damaged, how } = await indexed()
    expect(new Set(items.map(({ locator }) => locator.path))).toEqual(new Set(Object.keys(files)))
    expect([...(await readFromFiles(damaged, how)).values()]).toEqual(expect.arrayContaining([...items]))
  })

  it('are not read from files that changed, nor from files that are not indexed', async () => {
    const { folder, damaged, how } = await indexed()
    writeNote(folder, 'auth.md', `${files['auth.md']}More.\n`)
    const changed = await readFromFiles(damaged, how)
    expect([...changed.values()].map(({ locator }) => locator.path).toSorted()).toEqual([
      'main.ts',
      'page.html',
      'people/lena.md',
    ])
    const [one] = damaged
    for (const document of [
      null,
      { root: 'other', path: 'main.ts' },
      { root: how.roots[0]?.name ?? '', path: '../main.ts' },
    ])
      expect(await readFromFiles([{ id: one?.id ?? '', document }], how)).toEqual(new Map())
    renameSync(folder, `${folder}.moved`)
    expect(await readFromFiles(damaged, how)).toEqual(new Map())
  })

  it('are results as all others, and the answer says where they come from', async () => {
    const folder = notesFolder(files)
    const { memory } = await testMemory({ store: await damagedStore() })
    await memory.index([folder])
    const found = async () => (await memory.search('harbour', { threshold: 0 })).answer
    const { results, degraded } = await found()
    expect(results.map(({ path, text }) => [path, text.includes('Lena designs')])).toEqual([
      ['people/lena.md', true],
    ])
    const reason = "1 result is damaged and was read from its file: run 'recallite doctor --repair'"
    expect(degraded).toContainEqual({ retriever: 'index', reason })
    renameSync(folder, `${folder}.moved`)
    const hidden = await found()
    expect([hidden.results, hidden.degraded.at(-1)?.reason]).toEqual([
      [],
      expect.stringContaining('is not shown'),
    ])
  })
})
