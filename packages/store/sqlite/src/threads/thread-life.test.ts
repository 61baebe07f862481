import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { StoreError } from '@recallite/store'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, plane, sampleChunk, wordRequest } from '../__fixtures__/samples.js'
import { openSqliteStore } from '../open-store.js'
import { isBuilt } from './__fixtures__/is-built.js'
import { openInThreads, sampleTask } from './__fixtures__/open-in-threads.js'
import { openSqliteStoreInThreads } from '../open-store-in-threads.js'

const unavailable = (message: RegExp) => ({
  name: 'StoreError',
  code: 'STORE_UNAVAILABLE',
  message: expect.stringMatching(message),
})

describe.skipIf(!isBuilt)('a thread that ends', () => {
  it('rejects pending and later calls; searches continue, and the file can be opened again', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const store = await openInThreads({ path })
    await fill(store, [sampleChunk('a', 'harbour')])
    const calls = [
      store.thread.run(sampleTask('waitsForAbort'), null),
      store.thread.run(sampleTask('exits'), 7),
      store.thread.run(sampleTask('waitsForAbort'), null),
    ]
    for (const call of calls) await expect(call).rejects.toMatchObject(unavailable(/exited with code 7/))
    await expect(store.status()).rejects.toMatchObject(
      unavailable(/exited with code 7.*open the store again/),
    )
    expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
    expect((await (await openInThreads({ path })).status()).documents).toBe(1)
  })

  it.each([
    [{}, /failed with "not caught"/],
    [{ code: 'ERR_WORKER_OUT_OF_MEMORY' }, /ran out of memory/],
  ])('reports how, if it failed outside of a call (%o)', async (fields, message) => {
    const { thread } = await openInThreads()
    await expect(thread.run(sampleTask('failsOutside'), fields)).rejects.toMatchObject(unavailable(message))
  })
})

describe.skipIf(!isBuilt)('the calling thread', () => {
  it('continues, with answers of the reader, while the writer is blocked', async () => {
    const store = await openInThreads()
    await fill(store, [sampleChunk('a', 'harbour')])
    const shared = new Int32Array(new SharedArrayBuffer(4))
    let writerAnswered = false
    const blocking = Promise.withResolvers<unknown>()
    const task = store.thread.run(sampleTask('blocksItsThread'), shared, { onNews: blocking.resolve })
    await blocking.promise
    const note = store.notes.write('later', 'text').then(() => (writerAnswered = true))
    expect((await store.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
    await nextTurn()
    // Only this thread can release the writer: if it waited too, neither would ever continue.
    Atomics.store(shared, 0, 7)
    Atomics.notify(shared, 0)
    expect(await task).toBe(7)
    await note
    expect(writerAnswered).toBe(true)
  })

  it('never loads SQLite, and may end with the store open', () => {
    const program = join(import.meta.dirname, '../__fixtures__/search-in-threads.js')
    const path = join(temporaryFolder(), 'memory.sqlite')
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, path], { encoding: 'utf8' })
    expect({ status, stderr, said: JSON.parse(stdout) }).toEqual({
      status: 0,
      stderr: '',
      said: { inThreads: 0, here: 1 },
    })
  })

  it('keeps the arrays that it passes', async () => {
    const store = await openInThreads()
    await fill(store, [sampleChunk('a', 'harbour'), sampleChunk('b', 'light')])
    await store.putSpace(plane)
    const pending = await store.pendingTexts(plane, { limit: 2 })
    const shared = Float32Array.of(9, 3, 4, 0, 1)
    const vectors = [shared.subarray(1, 3), shared.subarray(3)]
    await store.putVectors(
      plane,
      pending.map(({ key }, at) => ({ key, vector: vectors[at] ?? shared })),
    )
    const hits = await store.findByVector({ space: plane, vector: vectors[1] ?? shared, limit: 2 })
    expect(hits.map(({ score }) => score)).toEqual([1, expect.closeTo(4 / 5, 6)])
    expect([...shared]).toEqual([9, 3, 4, 0, 1])
    await store.putSpace(plane, { choose: false, canary: shared.subarray(1, 3) })
    expect((await store.listSpaces())[0]?.canary).toEqual(Float32Array.of(3, 4))
  })
})

describe.skipIf(!isBuilt)('opening and closing', () => {
  it('opens a scratch copy in one thread, and leaves the file as it is', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    await fill(await openInThreads({ path }), [sampleChunk('a', 'harbour')])
    const scratch = await openInThreads({ path, isScratch: true })
    await scratch.removeRoot('notes')
    expect(await scratch.listRoots()).toEqual([])
    const again = await openInThreads({ path })
    expect((await again.findByWords(wordRequest('harbour'))).ids).toHaveLength(1)
  })

  it('rejects like the store', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const opening = openSqliteStoreInThreads({ path, create: false })
    await expect(opening).rejects.toMatchObject(unavailable(/There is no database at/))
    await expect(openSqliteStoreInThreads({ path: temporaryFolder() })).rejects.toSatisfy(
      StoreError.isInstance,
    )
  })

  it('closes once, after running calls, and moves the log into the file', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const store = await openInThreads({ path })
    await store.putRoot({ name: 'notes', path: '/notes' })
    const writing = store.thread.run(sampleTask('writesDocuments'), 20)
    const searching = store.findByWords(wordRequest('near'))
    const closing = [store.close(), store.close()]
    await expect(store.listRoots()).rejects.toMatchObject(unavailable(/was closed/))
    await expect(store.thread.run(sampleTask('echo'), 1)).rejects.toMatchObject(unavailable(/was closed/))
    await Promise.all(closing)
    expect(await writing).toBe(20)
    expect((await searching).ids).toBeInstanceOf(Array)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  it('closes after a thread has ended', async () => {
    const store = await openInThreads()
    await expect(store.thread.run(sampleTask('exits'), 7)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    })
    await store.close()
  })
})

describe.skipIf(!isBuilt)('the lock', () => {
  it('excludes stores in this thread, and ends with the thread that holds it', async () => {
    const path = join(temporaryFolder(), 'memory.sqlite')
    const store = await openInThreads({ path })
    const other = await openSqliteStore({ path })
    const lock = await store.maintenance.lock()
    await expect(other.maintenance.lock()).rejects.toMatchObject({ code: 'STORE_LOCKED', isRetryable: true })
    await lock.release()
    const last = await other.maintenance.lock()
    await expect(store.maintenance.lock()).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await last.release()

    const lost = await store.maintenance.lock()
    await expect(store.thread.run(sampleTask('exits'), 7)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    })
    const next = await other.maintenance.lock({ wait: 5000 })
    await lost.release()
    await next.release()
    await other.close()
  })
})
