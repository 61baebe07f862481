import { renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { updateWithinBudget } from '../freshness/freshness.js'
import { defaultChunking } from '../indexer/fingerprint.js'
import { updateDocuments } from '../indexer/indexer.js'
import { unindexedRoots } from './merge-roots.js'
import type { Source } from './source.js'

const options = { chunking: defaultChunking, now: () => Date.now() + 60_000 }

async function openStore(): Promise<Store> {
  const store = await openSqliteStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  return store
}

async function documentsOf(store: Store): Promise<string[]> {
  const roots = await store.listRoots()
  const documents = await Promise.all(roots.map(({ name }) => store.listDocuments(name)))
  return documents.flat().map(({ root, path }) => `${root}:${path}`)
}

const sync = (store: Store, sources: readonly Source[], folders: readonly string[] = []) =>
  updateDocuments(
    store,
    { folders, sources, chunking: defaultChunking, skipsSmallGrowth: false },
    { now: options.now },
  )

function workspace(): string {
  const folder = notesFolder({
    'w/MEMORY.md': 'memory',
    'w/memory/2026-01-01.md': 'day',
    'w/src/code.md': 'code',
    'w/notes/a.md': 'a',
    'w/notes/deep/b.md': 'b',
  })
  return join(folder, 'w')
}

describe('A20: sources', () => {
  it('a memory is indexed without other files of its workspace', async () => {
    const folder = workspace()
    const store = await openStore()
    const sources: Source[] = [{ kind: 'memory', folder }]
    expect(await unindexedRoots(store, sources)).toHaveLength(1)
    const report = await sync(store, sources)
    expect([report.added, report.missing, report.skipped]).toEqual([2, [], []])
    expect(await documentsOf(store)).toEqual(['w:MEMORY.md', 'w:memory/2026-01-01.md'])
    expect(await unindexedRoots(store, sources)).toEqual([])
  })

  it('further paths become part of the roots around them', async () => {
    const folder = workspace()
    const store = await openStore()
    await sync(store, [{ kind: 'memory', folder }])
    await sync(store, [{ kind: 'paths', paths: ['notes/*.md'], folder }])
    expect(await documentsOf(store)).toEqual(['w:MEMORY.md', 'w:memory/2026-01-01.md', 'w:notes/a.md'])
    await sync(store, [], [join(folder, 'notes')])
    expect(await documentsOf(store)).toContain('w:notes/deep/b.md')
    await sync(store, [], [folder])
    expect(await documentsOf(store)).toContain('w:src/code.md')
    expect(await store.listRoots()).toHaveLength(1)
    await expect(sync(store, [], [join(folder, 'src')])).rejects.toMatchObject({ code: 'ROOT_OVERLAPS' })
    expect((await sync(store, [join(folder, 'src')])).missing).toEqual([])
    expect(await store.listRoots()).toHaveLength(1)
  })

  it('a folder around a root with some of its files can be added', async () => {
    const folder = workspace()
    const store = await openStore()
    await sync(store, [{ kind: 'memory', folder }])
    await sync(store, [], [join(folder, '..')])
    const documents = await documentsOf(store)
    expect(documents.map((each) => each.replace(/^.*:/u, '')).toSorted()).toEqual([
      'MEMORY.md',
      'memory/2026-01-01.md',
      'w/notes/a.md',
      'w/notes/deep/b.md',
      'w/src/code.md',
    ])
  })

  it('missing paths are reported and remove nothing', async () => {
    const folder = workspace()
    const store = await openStore()
    const sources: Source[] = [
      { kind: 'paths', paths: ['MEMORY.md', 'notes'], folder },
      { kind: 'sessions', folder: join(folder, 'sessions') },
    ]
    await sync(store, sources)
    renameSync(join(folder, 'notes'), join(folder, 'away'))
    const { missing, removed } = await sync(store, sources)
    expect([missing, removed]).toEqual([[join(folder, 'notes'), join(folder, 'sessions')], 0])
    expect(await documentsOf(store)).toContain('w:notes/a.md')
    renameSync(join(folder, 'away'), join(folder, 'notes'))
    rmSync(join(folder, 'notes/a.md'))
    expect((await sync(store, sources)).removed).toBe(1)
  })

  it('transcripts stay for the retention days of their source, before a search as well', async () => {
    const folder = notesFolder({ 's/old.jsonl': '{"a":1}', 's/new.jsonl': '{"b":1}', 'notes.md': 'n' })
    const old = Date.now() / 1000 - 40 * 86_400
    utimesSync(join(folder, 's/old.jsonl'), old, old)
    const store = await openStore()
    const sessions = { kind: 'sessions', folder: join(folder, 's') } as const
    const paths = async () => (await documentsOf(store)).map((each) => each.replace(/^.*:/u, ''))
    expect((await sync(store, [folder, sessions])).files).toBe(3)
    expect(
      await updateWithinBudget({ store, ...options, sources: [{ ...sessions, retentionDays: 30 }] }),
    ).toEqual([])
    expect((await paths()).toSorted()).toEqual(['new.jsonl', 'notes.md'])
    await sync(store, [{ ...sessions, retentionDays: 30 }], [sessions.folder])
    expect((await paths()).toSorted()).toEqual(['new.jsonl', 'notes.md'])
  })

  it('transcripts are those that the globs of their source include, in a root with its name', async () => {
    const said = JSON.stringify({ role: 'user', content: 'harbour' })
    const folder = notesFolder({
      'p/chats/session-1.json': said,
      'p/chats/session-2.jsonl': said,
      'p/log.jsonl': said,
    })
    const store = await openStore()
    const source = (...include: string[]): Source => ({
      kind: 'sessions',
      folder,
      name: 'gemini-cli',
      include,
    })
    await sync(store, [source('*/chats/session-*.{json,jsonl}')])
    const both = ['p/chats/session-1.json', 'p/chats/session-2.jsonl'].map((path) => `gemini-cli:${path}`)
    expect(await documentsOf(store)).toEqual(both)
    expect(await unindexedRoots(store, [source('*/chats/session-*.{json,jsonl}')])).toEqual([])
    await sync(store, [source('*/*.jsonl')])
    expect(await documentsOf(store)).toEqual(['gemini-cli:p/log.jsonl'])
  })
})
