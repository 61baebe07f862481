import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '@recallite/store'
import { copyStore, type CopyProgress } from '@recallite/store/copy'
import { temporaryFolder } from '@recallite/test-kit'
import { naturalChunks, randomNumbers } from '../__fixtures__/natural-chunks.js'
import { sampleChunk, sampleDocument, wordRequest } from '../__fixtures__/samples.js'
import { startProcess } from '../__fixtures__/start-process.js'
import { openConnection } from '../connection/connection.js'
import { openSqliteStore, type SqliteStore } from '../open-store.js'

const space = { provider: 'sample', model: 'long', dimensions: 16, promptStyle: 'none' }
const canary = Float32Array.from({ length: 16 }, (_, place) => place + 1)

async function opened(path = ':memory:'): Promise<SqliteStore> {
  const store = await openSqliteStore({ path })
  onTestFinished(() => store.close())
  return store
}

function documentsOf(count: number, root = 'notes') {
  const words = naturalChunks(3 * count, randomNumbers(5))
  return Array.from({ length: count }, (_, number) => {
    const chunks = words.slice(3 * number, 3 * number + 3).map((list, position) => {
      const text = list.text.map(({ form }) => form).join(' ')
      return sampleChunk(`${root}-${number}-${position}`, `${root} ${text}`, { words: list })
    })
    return { document: sampleDocument(`${number}.md`, { root, stamp: `${number}` }), chunks }
  })
}

async function embed(store: Store): Promise<void> {
  const random = randomNumbers(9)
  const pending = await store.pendingTexts(space, { limit: 100_000 })
  const vectorOf = () => Float32Array.from({ length: 16 }, () => random() - 0.5)
  await store.putVectors(
    space,
    pending.map(({ key }) => ({ key, vector: vectorOf() })),
  )
}

/** A root, its documents, and a vector of each text. */
async function filled(path?: string, count = 100): Promise<SqliteStore> {
  const store = await opened(path)
  await store.putRoot({ name: 'notes', path: '/notes', include: ['*.md'] })
  await store.writeDocuments({ put: documentsOf(count) })
  await store.putSpace(space, { source: 'local:model', canary })
  await embed(store)
  await store.putSpace(space, { isFilled: true })
  await store.notes.write('calibration', '{"mean":0.5}')
  return store
}

/** All that a store holds, and how it ranks. */
async function stateOf(store: SqliteStore) {
  const { location: _, bytes: __, ...status } = await store.status()
  const words = ['w0', 'w1', 'w7', 'w40', 'w200']
  const found = await Promise.all(words.map((word) => store.findByWords(wordRequest(word, 20))))
  const near = await store.findByVector({ space, vector: canary, limit: 50 })
  const addresses = await store.listDocuments('notes')
  const { documents, damaged } = await store.contents.readDocuments(addresses)
  const spaces = await store.listSpaces()
  const scores = near.map(({ id, score }) => [id, score])
  return { status, found: found.map(({ ids }) => ids), scores, documents, damaged, spaces }
}

describe('a copied store', () => {
  it('holds and ranks what its source does, word by word and number by number', async () => {
    const [from, to] = [await filled(), await opened()]
    const seen: CopyProgress[] = []
    const report = await copyStore(from, to, { onProgress: (one) => seen.push(one) })
    expect(report).toMatchObject({
      roots: ['notes'],
      copied: 100,
      unchanged: 0,
      removed: 0,
      damaged: [],
      notes: 1,
    })
    expect(report.spaces).toEqual([{ ...space, copied: 300, unchanged: 0 }])
    expect(await stateOf(to)).toEqual(await stateOf(from))
    expect((await from.contents.readDocuments([{ root: 'notes', path: '7.md' }])).documents).toEqual(
      documentsOf(8)
        .slice(7)
        .map(({ document, chunks }) => {
          return {
            document,
            chunks: chunks.map((chunk) => ({
              ...chunk,
              sections: [],
              termList: Buffer.from(chunk.termList),
            })),
          }
        }),
    )
    expect(await to.notes.read('calibration')).toBe('{"mean":0.5}')
    expect(seen.at(-1)).toEqual({ part: 'vectors', done: 300, total: 300 })
    expect(seen.findLast(({ part }) => part === 'documents')).toEqual({
      part: 'documents',
      done: 100,
      total: 100,
    })
    expect(await to.maintenance.verify()).toEqual([])
  })

  it('takes over only what has changed since, and loses what is gone', async () => {
    const [from, to] = [await filled(), await opened()]
    await copyStore(from, to)
    expect(await copyStore(from, to)).toMatchObject({ copied: 0, unchanged: 100, removed: 0, notes: 0 })
    const [first] = documentsOf(1)
    const changed = {
      document: { ...sampleDocument('0.md'), stamp: 'changed' },
      chunks: first?.chunks.slice(1) ?? [],
    }
    await from.writeDocuments({
      put: [changed, ...documentsOf(102).slice(100)],
      removed: [sampleDocument('5.md')],
    })
    await embed(from)
    const report = await copyStore(from, to)
    expect(report).toMatchObject({ copied: 3, unchanged: 98, removed: 1 })
    expect(report.spaces).toEqual([{ ...space, copied: 6, unchanged: 300 }])
    expect((await stateOf(to)).documents).toEqual((await stateOf(from)).documents)
    await from.removeRoot('notes')
    expect(await copyStore(from, to)).toMatchObject({ roots: [], removedRoots: ['notes'] })
    expect(await to.listRoots()).toEqual([])
  })

  it('keeps roots and the space that it had, and never replaces a root of its own', async () => {
    const [from, to] = [await filled(), await opened()]
    const own = { name: 'own', path: '/own' }
    await to.putRoot(own)
    await to.writeDocuments({ put: documentsOf(3, 'own') })
    const used = { ...space, model: 'used' }
    await to.putSpace(used)
    await copyStore(from, to)
    expect((await to.listRoots()).map(({ name }) => name)).toEqual(['notes', 'own'])
    expect((await to.listSpaces()).map(({ model }) => model)).toEqual(['long', 'used'])
    expect(await to.listDocuments('own')).toHaveLength(3)
    await from.putRoot({ name: 'own', path: '/elsewhere' })
    const before = await to.generation()
    await expect(copyStore(from, to)).rejects.toMatchObject({ code: 'STORE_ROOT_EXISTS' })
    expect(await to.generation()).toBe(before)
  })

  it('has no vectors of the model that the source had before', async () => {
    const [from, to] = [await filled(), await opened()]
    await copyStore(from, to)
    await from.maintenance.dropSpace(space)
    await from.putSpace(space, { canary: canary.map((value, place) => (place % 2 === 0 ? value : -value)) })
    await embed(from)
    expect((await copyStore(from, to)).spaces).toEqual([{ ...space, copied: 300, unchanged: 0 }])
    expect((await stateOf(to)).scores).toEqual((await stateOf(from)).scores)
  })

  it('is given no damaged document, and the report names it', async () => {
    const path = join(temporaryFolder(), 'from.sqlite')
    const [from, to] = [await filled(path, 4), await opened()]
    const { database } = openConnection({ path })
    database.exec("UPDATE chunk SET text = 'changed' WHERE public_id = 'notes-2-1'")
    database.close()
    const report = await copyStore(from, to)
    expect(report).toMatchObject({ copied: 3, damaged: [{ root: 'notes', path: '2.md' }] })
  })

  it('is not made of a store that cannot be read, nor while the target is indexed', async () => {
    const [from, to] = [await filled(undefined, 1), await opened()]
    const { contents: _, ...silent } = from
    await expect(copyStore(silent, to)).rejects.toMatchObject({ code: 'STORE_UNSUPPORTED' })
    const lock = await to.maintenance.lock()
    await expect(copyStore(from, to)).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await lock.release()
    await expect(copyStore(from, to)).resolves.toMatchObject({ copied: 1 })
  })

  it('ends between two writes when it is aborted, frees the lock, and goes on later', async () => {
    const [from, to] = [await filled(), await opened()]
    const end = new AbortController()
    const onProgress = () => end.abort(new Error('enough'))
    await expect(copyStore(from, to, { signal: end.signal, onProgress })).rejects.toThrow('enough')
    const { documents } = await to.status()
    expect(documents).toBeLessThan(100)
    expect(await copyStore(from, to)).toMatchObject({ copied: 100 - documents, unchanged: documents })
    expect(await stateOf(to)).toEqual(await stateOf(from))
  })
})

const isBuilt = existsSync(join(import.meta.dirname, '../../dist/index.js'))

describe.skipIf(!isBuilt)('a copy that is killed again and again', () => {
  it('is sound each time, and whole in the end, with nothing twice', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder()
    const [fromPath, toPath] = [join(folder, 'from.sqlite'), join(folder, 'to.sqlite')]
    const from = await filled(fromPath, 2000)
    const amounts: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const { child, lines } = await startProcess('copy-slowly.js', fromPath, toPath)
      // Every other one is killed after its first step, however busy the machine is; the others whenever it comes.
      const steps = round % 2 === 1 ? 1 : 0
      await expect.poll(() => lines().length).toBeGreaterThan(steps)
      await sleep(60 + Math.random() * 200)
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
      const between = await openSqliteStore({ path: toPath })
      expect(await between.maintenance.verify({ isQuick: true })).toEqual([])
      const { documents, spaces } = await between.status()
      amounts.push(documents + (spaces[0]?.vectors ?? 0))
      await between.close()
    }
    expect(amounts).toEqual(amounts.toSorted((one, two) => one - two))
    const to = await opened(toPath)
    const { copied, unchanged } = await copyStore(from, to)
    expect(copied + unchanged).toBe(2000)
    expect(unchanged).toBeGreaterThan(0)
    expect(await stateOf(to)).toEqual(await stateOf(from))
    expect(await to.maintenance.verify()).toEqual([])
  })
})
