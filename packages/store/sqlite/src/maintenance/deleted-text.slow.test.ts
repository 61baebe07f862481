import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Store } from '@recallite/store'
import { temporaryFolder } from '@recallite/test-kit'
import { randomNumbers } from '../__fixtures__/natural-chunks.js'
import { plane, sampleChunk, sampleDocument, wordsOf } from '../__fixtures__/samples.js'
import { openConnection } from '../connection/connection.js'
import { openSqliteStore } from '../open-store.js'

/** All bytes of a database on the disk, as a Latin-1 text. */
function bytesOf(path: string): string {
  const files = [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file))
  return files.map((file) => readFileSync(file, 'latin1')).join('')
}

const kinds = ['text', 'form', 'stem', 'part', 'path', 'title', 'heading', 'metadata', 'prefix'] as const

/** Unique words with different beginnings, since the index omits the common prefix of a word and the previous one. */
function secretOf(number: number, kind: (typeof kinds)[number]): string {
  return createHash('sha256').update(`${kind} ${number}`).digest('hex').slice(0, 20)
}

/** The traces of a document in the file, without the first letters. */
function tracesOf(number: number): string[] {
  return kinds.map((kind) => secretOf(number, kind).slice(4))
}

const pathOf = (number: number): string => `${secretOf(number, 'path')}.md`

async function write(store: Store, number: number, length: number): Promise<void> {
  const secret = (kind: (typeof kinds)[number]) => secretOf(number, kind)
  const text = [{ form: secret('form'), stem: secret('stem') }]
  const words = { ...wordsOf('', { parts: secret('part'), place: secret('heading') }), text }
  const inputs = [{ prefix: `${secret('prefix')}: `, from: 0, to: 10 }]
  const body = `${secret('text')} ${'harbour light '.repeat(length)}`
  const heading = [secret('heading')]
  const chunks = [0, 1].map((place) =>
    sampleChunk(`${number}-${place}`, `${body}${place}`, { words, inputs, heading }),
  )
  await store.writeDocuments({
    put: [
      {
        document: sampleDocument(pathOf(number), {
          title: secret('title'),
          metadata: { tags: [secret('metadata')] },
        }),
        chunks,
      },
    ],
  })
}

async function embed(store: Store): Promise<void> {
  const pending = await store.pendingTexts(plane, { limit: 10_000 })
  await store.putVectors(
    plane,
    pending.map(({ key }) => ({ key, vector: Float32Array.of(1, 0.5) })),
  )
}

const count = 120

/** A store with reproducible additions, changes and removals of documents of all lengths. */
async function busyStore(seed: number) {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await store.putRoot({ name: 'notes', path: '/notes' })
  await store.putSpace(plane)
  const random = randomNumbers(seed)
  const live = new Set<number>()
  for (let number = 0; number < count; number += 1) {
    await write(store, number, Math.floor(random() ** 3 * 600))
    live.add(number)
    if (number % 7 === 0) await embed(store)
    const victim = [...live][Math.floor(random() * live.size)]
    if (victim === undefined || random() < 0.5) continue
    await store.writeDocuments({ removed: [{ root: 'notes', path: pathOf(victim) }] })
    live.delete(victim)
  }
  const gone = Array.from({ length: count }, (_, number) => number).filter((number) => !live.has(number))
  return { path, store, live: [...live], gone }
}

describe('deleted content', () => {
  it.each([1, 2, 3])('cannot be read in any file after optimising (%s)', async (seed) => {
    const { path, store, live, gone } = await busyStore(seed)
    expect(gone.length).toBeGreaterThan(20)
    // Before that, the files contain it; otherwise this test would prove nothing.
    const before = bytesOf(path)
    const left = new Set(gone.flatMap(tracesOf).filter((trace) => before.includes(trace)))
    expect(gone.some((number) => left.has(secretOf(number, 'stem').slice(4)))).toBe(true)
    expect(await store.maintenance.optimise()).toBeNull()
    const after = bytesOf(path)
    expect(gone.flatMap(tracesOf).filter((trace) => after.includes(trace))).toEqual([])
    expect(live.flatMap(tracesOf).filter((trace) => !after.includes(trace))).toEqual([])
    expect(await store.maintenance.verify()).toEqual([])
    await store.close()
    expect(gone.flatMap(tracesOf).filter((trace) => bytesOf(path).includes(trace))).toEqual([])
  })

  it('includes the vectors of a dropped space, and unused vectors', async () => {
    const { path, store } = await busyStore(4)
    const hexOf = (numbers: Float32Array) => Buffer.from(numbers.buffer).toString('latin1')
    const length = Math.hypot(1, 0.5)
    const vector = hexOf(Float32Array.of(1 / length, 0.5 / length))
    await store.maintenance.optimise()
    expect(bytesOf(path)).toContain(vector)
    await store.removeRoot('notes')
    await store.maintenance.removeUnusedVectors({ unusedFor: 0 })
    expect(await store.maintenance.optimise()).toBeNull()
    expect(bytesOf(path)).not.toContain(vector)
    await store.close()
  })

  it('may remain while another program reads, which is reported', async () => {
    const { path, store, gone } = await busyStore(5)
    const reader = openConnection({ path }).database
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM document').get()
    expect(await store.maintenance.optimise()).toMatch(/another program/)
    reader.exec('COMMIT')
    expect(await store.maintenance.optimise()).toBeNull()
    expect(gone.flatMap(tracesOf).filter((trace) => bytesOf(path).includes(trace))).toEqual([])
    reader.close()
    await store.close()
  })
})
