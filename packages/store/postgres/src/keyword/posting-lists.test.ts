import { describe, expect, it } from 'vitest'
import type { SearchFilter, Store } from '@recallite/store'
import type { QueryTree } from '@recallite/store/query'
import { startPglite } from '../__fixtures__/pglite-server.js'
import { putDocument, sampleChunk } from '../__fixtures__/samples.js'
import { startPostgres } from '@recallite/test-kit'
import { findPrograms, openNew, run, serverOfGroup } from '../__fixtures__/test-servers.js'
import { openPostgresStore } from '../open-store.js'

const put = (store: Store, path: string, texts: readonly string[]) =>
  putDocument(
    store,
    path,
    texts.map((text, index) => sampleChunk(`${path}#${text}#${index}`, text)),
  )

const harbour: QueryTree = { kind: 'word', stem: 'harbour' }

async function ranked(store: Store, query: QueryTree, filter?: SearchFilter): Promise<readonly string[]> {
  const feature = { kind: 'word', stem: 'harbour' } as const
  const terms = [{ feature, weight: 1, isContentTerm: true }]
  const counts = await store.readCounts({ queries: [feature] })
  return (await store.findByWords({ query, limit: 20, filter, ranking: { terms, counts } })).ids
}

describe('cached posting lists', () => {
  const server = serverOfGroup(startPglite)

  it('follow additions, replacements and deletions by another client', async () => {
    const writer = await openNew(server, { schema: 'followed' })
    const reader = await openPostgresStore({ url: server.url, schema: 'followed', connections: 2 })
    await writer.putRoot({ name: 'notes', path: '/notes' })
    await put(writer, 'a.md', ['harbour', 'quay harbour wall'])
    const same = async () => {
      const fresh = await openPostgresStore({ url: server.url, schema: 'followed', connections: 2 })
      const expected = [await ranked(fresh, harbour), await ranked(fresh, { kind: 'prefix', prefix: 'harb' })]
      await fresh.close()
      const filter: SearchFilter = { kind: 'path', globs: ['*.md'] }
      expect(await ranked(reader, harbour)).toEqual(expected[0])
      expect(await ranked(reader, { kind: 'prefix', prefix: 'harb' }, filter)).toEqual(expected[1])
      return expected[0]
    }
    expect(await same()).toHaveLength(2)
    await put(writer, 'b.md', ['harbour harbour crane'])
    expect(await same()).toHaveLength(3)
    await put(writer, 'a.md', ['quay wall', 'new harbour here'])
    expect(await same()).toEqual(['b.md#harbour harbour crane#0', 'a.md#new harbour here#1'])
    await writer.writeDocuments({ removed: [{ root: 'notes', path: 'b.md' }] })
    expect(await same()).toHaveLength(1)
    for (let round = 0; round < 40; round += 1) await put(writer, `${round}.md`, [`harbour ${round}`])
    // All equal scores are returned.
    expect(await same()).toHaveLength(40)
    await writer.removeRoot('notes')
    expect(await same()).toEqual([])
    await reader.close()
    await writer.close()
  })

  it('are discarded if the schema is recreated', async () => {
    const reader = await openNew(server, { schema: 'anew' })
    await reader.putRoot({ name: 'notes', path: '/notes' })
    await put(reader, 'a.md', ['harbour'])
    expect(await ranked(reader, harbour)).toHaveLength(1)
    await run(server.url, 'DROP SCHEMA anew CASCADE')
    const writer = await openPostgresStore({ url: server.url, schema: 'anew', connections: 2 })
    await writer.putRoot({ name: 'notes', path: '/notes' })
    await put(writer, 'b.md', ['harbour quay'])
    expect(await ranked(reader, harbour)).toEqual(['b.md#harbour quay#0'])
    await writer.close()
    await reader.close()
  })
})

const programs = findPrograms()

describe.skipIf(programs === undefined)('cached posting lists during concurrent writes', () => {
  const server = serverOfGroup(() => startPostgres(programs ?? ''))

  it('give the same answers as new clients while others write', async () => {
    const writers = [
      await openPostgresStore({ url: server.url, schema: 'busy' }),
      await openPostgresStore({ url: server.url, schema: 'busy' }),
    ]
    const reader = await openPostgresStore({ url: server.url, schema: 'busy' })
    await writers[0]?.putRoot({ name: 'notes', path: '/notes' })
    const write = async (store: Store, number: number) => {
      for (let round = 0; round < 40; round += 1)
        await put(store, `${number}-${round % 7}.md`, [
          `harbour ${'x '.repeat(round % 5)}${number}`,
          `quay ${round}`,
        ])
    }
    const writing = Promise.all(writers.map(write))
    const state = { isOpen: true }
    const search = async () => {
      while (state.isOpen) {
        const found = await ranked(reader, harbour)
        // At any moment, one chunk of each document has the word.
        expect(new Set(found.map((id) => id.split('#')[0])).size).toBe(found.length)
      }
    }
    const searching = Promise.all([search(), search(), search()])
    await writing
    state.isOpen = false
    await searching
    const fresh = await openPostgresStore({ url: server.url, schema: 'busy' })
    expect(await ranked(reader, harbour)).toEqual(await ranked(fresh, harbour))
    expect(await ranked(fresh, harbour)).toHaveLength(14)
    await Promise.all([...writers, reader, fresh].map((store) => store.close()))
  })
})
