import { join } from 'node:path'
import { withRecordIndex } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemory } from '../create-memory.js'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testBackend } from '../__fixtures__/test-memory.js'
import { contentsOf } from './__fixtures__/open-record-memory.js'

/** A memory with files in one database, and records with their index in two others. */
async function separateMemory() {
  const folder = temporaryFolder()
  const { model, embedded } = createConceptModel()
  const files = await openSqliteStore({ path: join(folder, 'files.sqlite'), create: true })
  const other = await openSqliteStore({ path: join(folder, 'index.sqlite'), create: true })
  const records = await openSqliteRecords({ path: join(folder, 'records.sqlite'), create: true })
  const store = withRecordIndex(files, other)
  const models = [testBackend(async () => model)]
  const memory = createMemory({ store, records, models, freshness: 'none' })
  onTestFinished(() => memory.close())
  const recall = async (query: string) => {
    const answer = await memory.records.recall(query, { threshold: 0 })
    expect(answer.degraded).toEqual([])
    return answer
  }
  return { memory, files, other, records, store, embedded, recall }
}

const notes = { 'garage.md': '# Garage\n\nThe automobile is in the garage.\n' }

describe('records whose index is in another database', () => {
  it('are recalled by vectors before and after files are indexed', async () => {
    const { memory, files, other, recall, embedded } = await separateMemory()
    await memory.records.remember('The physician is on holiday.')
    expect((await files.status()).spaces).toEqual([])
    const answer = await recall('doctor')
    expect([answer.mode, contentsOf(answer)]).toEqual(['vector', ['The physician is on holiday.']])
    await memory.index([notesFolder(notes)])
    expect(await recall('medic')).toMatchObject({ mode: 'vector', results: [{}] })
    for (const each of [files, other]) {
      expect((await each.status()).spaces).toMatchObject([{ isFilled: true, vectors: 1, pending: 0 }])
    }
    expect(embedded.filter((text) => text.includes('physician'))).toHaveLength(1)
    expect(await other.listRoots()).toEqual([])
    expect(await files.ofRecords().listRoots()).toEqual([])
  })

  it('are found with files in one search', async () => {
    const { memory } = await separateMemory()
    const search = async () => {
      const { results, degraded, mode } = (await memory.search('vehicle', { threshold: 0 })).answer
      return { kinds: results.map(({ kind }) => kind).toSorted(), degraded, mode }
    }
    await memory.index([notesFolder(notes)])
    expect(await search()).toEqual({ kinds: ['file'], degraded: [], mode: 'vector' })
    await memory.records.remember('The car is red.')
    expect(await search()).toEqual({ kinds: ['file', 'record'], degraded: [], mode: 'vector' })
  })

  it('are forgotten, counted and cleaned up there', async () => {
    const { memory, files, other, store, recall } = await separateMemory()
    await memory.index([notesFolder(notes)])
    const { record } = await memory.records.remember('The teacher has the money.')
    expect(await memory.status()).toMatchObject({ files: 1, spaces: [{ vectors: 2, pending: 0 }] })
    await memory.records.forget(record.id)
    expect((await recall('tutor')).results).toEqual([])
    expect((await other.status()).spaces).toMatchObject([{ vectors: 0, unusedVectors: 1 }])
    await memory.optimise({ keepUnusedVectors: 0 })
    expect((await other.status()).spaces).toMatchObject([{ unusedVectors: 0 }])
    const [space] = await other.listSpaces()
    if (space) await memory.dropSpace(space)
    expect([await files.listSpaces(), await other.listSpaces()]).toEqual([[], []])
    await memory.records.remember('The car is red.')
    expect(await memory.status()).toMatchObject({ spaces: [{ vectors: 1 }] })
    if (space) await store.maintenance?.dropSpace(space)
    expect(await other.listSpaces()).toEqual([])
  })

  it('do not prevent indexing and searching files if their databases are not available', async () => {
    const { memory, other, records } = await separateMemory()
    const folder = notesFolder(notes)
    await memory.index([folder])
    await Promise.all([other.close(), records.close()])
    expect(await memory.index([folder])).toMatchObject({ unchanged: 1, embedFailure: null })
    await memory.optimise()
    const { results, degraded } = (await memory.search('vehicle', { threshold: 0 })).answer
    expect(results.map(({ kind }) => kind)).toEqual(['file'])
    expect(degraded.map(({ retriever }) => retriever)).toContain('index')
    expect(await memory.status()).toMatchObject({ files: 1 })
  })
})
