import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '@recallite/store'
import { copyStore } from '@recallite/store/copy'
import { randomNumbers } from './__fixtures__/natural-chunks.js'
import { sampleChunk, sampleDocument } from './__fixtures__/samples.js'
import { openSqliteStore, type SqliteStore } from './open-store.js'

const space = { provider: 'sample', model: 'long', dimensions: 16, promptStyle: 'none' }
const canary = Float32Array.from({ length: 16 }, (_, at) => at + 1)
const root = { name: 'notes', path: '/notes', include: ['*.md'] }

async function opened(): Promise<SqliteStore> {
  const store = await openSqliteStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  return store
}

async function index(store: Store, count: number): Promise<void> {
  const put = Array.from({ length: count }, (_, number) => ({
    document: sampleDocument(`${number}.md`),
    chunks: [sampleChunk(`${number}`, `text ${number}`)],
  }))
  await store.writeDocuments({ put })
}

async function embed(store: Store): Promise<void> {
  const random = randomNumbers(9)
  const vectorOf = () => Float32Array.from({ length: 16 }, () => random() - 0.5)
  const pending = await store.pendingTexts(space, { limit: 10_000 })
  await store.putVectors(
    space,
    pending.map(({ key }) => ({ key, vector: vectorOf() })),
  )
}

/** A root with documents and a vector for each text: more than one batch of a copy. */
async function filled(count = 1100): Promise<SqliteStore> {
  const store = await opened()
  await store.putRoot(root)
  await index(store, count)
  await store.putSpace(space, { source: 'local:model', canary })
  await embed(store)
  await store.putSpace(space, { isFilled: true })
  return store
}

const nearest = (store: Store) => store.findByVector({ space, vector: canary, limit: 50 })

describe('a copied store', () => {
  it('has the roots and spaces of its source, and no text is embedded again once it is indexed', async () => {
    const [from, to] = [await filled(), await opened()]
    const steps: number[] = []
    const report = await copyStore(from, to, { onProgress: ({ done }) => steps.push(done) })
    expect(report).toEqual({ roots: ['notes'], spaces: [{ ...space, vectors: 1100 }] })
    expect(steps).toEqual([500, 1000, 1100])
    expect(await to.listRoots()).toEqual([root])
    expect(await to.listSpaces()).toEqual(await from.listSpaces())
    await index(to, 1100)
    expect(await to.pendingTexts(space, { limit: 1 })).toEqual([])
    expect(await nearest(to)).toEqual(await nearest(from))
    expect(await to.maintenance.verify()).toEqual([])
    await copyStore(from, to)
    expect(await nearest(to)).toEqual(await nearest(from))
  })

  it('keeps its roots and its space, and never replaces its own roots', async () => {
    const [from, to] = [await filled(3), await opened()]
    await to.putRoot({ name: 'own', path: '/own' })
    await to.putSpace({ ...space, model: 'used' })
    await copyStore(from, to)
    expect((await to.listRoots()).map(({ name }) => name)).toEqual(['notes', 'own'])
    expect((await to.listSpaces()).map(({ model }) => model)).toEqual(['long', 'used'])
    await from.putRoot({ name: 'own', path: '/elsewhere' })
    const before = await to.generation()
    await expect(copyStore(from, to)).rejects.toMatchObject({ code: 'STORE_ROOT_EXISTS' })
    expect(await to.generation()).toBe(before)
  })

  it('has no vectors of the model that the source had before', async () => {
    const [from, to] = [await filled(3), await opened()]
    await copyStore(from, to)
    await from.maintenance.dropSpace(space)
    await from.putSpace(space, { canary: canary.map((value, at) => (at % 2 === 0 ? value : -value)) })
    await index(from, 4)
    await embed(from)
    await copyStore(from, to)
    await index(to, 4)
    expect(await nearest(to)).toEqual(await nearest(from))
  })

  it('is rejected for an unreadable source and while the target is indexed, and can be aborted', async () => {
    const [from, to] = [await filled(), await opened()]
    const { readVectors: _, ...silent } = from
    await expect(copyStore(silent, to)).rejects.toMatchObject({ code: 'STORE_UNSUPPORTED' })
    const lock = await to.maintenance.lock()
    await expect(copyStore(from, to)).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    await lock.release()
    const end = new AbortController()
    const onProgress = () => end.abort(new Error('enough'))
    await expect(copyStore(from, to, { signal: end.signal, onProgress })).rejects.toThrow('enough')
    expect((await to.status()).spaces).toMatchObject([{ unusedVectors: 500, isFilled: false }])
    await expect(copyStore(from, to)).resolves.toMatchObject({ spaces: [{ vectors: 1100 }] })
  })
})
