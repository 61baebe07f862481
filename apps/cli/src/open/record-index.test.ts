import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createMemory } from '@recallite/core'
import { readSettings } from '@recallite/settings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it, onTestFinished } from 'vitest'
import { locateMemory, recordsFileOf } from './memory-location.js'
import { addRecordIndex } from './record-index.js'
import { lazyRecordStore } from './record-store.js'

/** A memory whose files are in another database, as with an OpenSearch server; `open` opens it again. */
async function memoryApart(use: { readonly livesLong?: boolean } = {}) {
  const folder = temporaryFolder()
  const flags = { store: 'opensearch://db.example/' }
  const settings = { cwd: folder, variables: { HOME: folder }, flags: { 'store.url': flags.store } }
  const location = await locateMemory(flags, await readSettings(settings))
  const open = async () => {
    const files = await openSqliteStore({ path: join(folder, 'files.sqlite'), create: true })
    const store = addRecordIndex(files, location, use)
    const memory = createMemory({ store, records: lazyRecordStore(location), freshness: 'none' })
    onTestFinished(() => memory.close())
    return memory
  }
  const { path } = location
  return { open, exist: () => [existsSync(path), existsSync(recordsFileOf(path))], memory: await open() }
}

it.each([{}, { livesLong: true }])(
  'A local index of records (%j) is created with the first record',
  async (use) => {
    const { memory, open, exist } = await memoryApart(use)
    const recall = async (from = memory) =>
      (await from.records.recall('heron', { threshold: 0 })).results.map(({ record }) => record.content)
    const search = async (from = memory) => {
      const { results, degraded } = (await from.search('heron', { threshold: 0 })).answer
      return [results.map(({ kind }) => kind), degraded.filter(({ retriever }) => retriever !== 'vector')]
    }
    expect([await recall(), await search()]).toEqual([[], [[], []]])
    expect(await memory.status()).toMatchObject({ files: 0, degraded: [] })
    expect(exist()).toEqual([false, false])
    const { record, degraded } = await memory.records.remember('The heron limps.')
    expect([degraded, exist()]).toEqual([[], [true, true]])
    expect([await recall(), await search()]).toEqual([['The heron limps.'], [['record'], []]])
    await memory.close()
    const again = await open()
    expect([await recall(again), await search(again)]).toEqual([['The heron limps.'], [['record'], []]])
    await again.records.forget(record.id)
    expect(await recall(again)).toEqual([])
  },
)
