import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { plane, sampleChunk, sampleDocument } from '../__fixtures__/samples.js'
import { openConnection } from './connection.js'
import { openSqliteStore } from '../open-store.js'
import { storeSize } from './store-files.js'

const megabyte = 1_000_000
const wide = { ...plane, model: 'wide', dimensions: 3072 }

async function newStore() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await store.putRoot({ name: 'notes', path: '/notes' })
  return { path, store }
}

/** The maximum length is 8 MB, or twice that of the database. */
function expectShortLog(path: string): void {
  const { file, log } = storeSize(path)
  expect([log, log <= Math.max(8 * megabyte, 2 * file)]).toEqual([log, true])
}

function chunksOf(document: number, count: number) {
  return Array.from({ length: count }, (_, place) =>
    sampleChunk(`${document}-${place}`, `w${document} harbour ${place} ${'light '.repeat(200)}`),
  )
}

describe('the log', () => {
  it('stays short while much is written, embedded, removed and optimised', { timeout: 120_000 }, async () => {
    const { path, store } = await newStore()
    for (let document = 0; document < 60; document += 1) {
      await store.writeDocuments({
        put: [{ document: sampleDocument(`${document}.md`), chunks: chunksOf(document, 40) }],
      })
      expectShortLog(path)
    }
    await store.putSpace(wide)
    const pending = await store.pendingTexts(wide, { limit: 2400 })
    expect(pending).toHaveLength(2400)
    await store.putVectors(
      wide,
      pending.map(({ key }, place) => ({ key, vector: new Float32Array(3072).fill(place + 1) })),
    )
    expectShortLog(path)
    await store.maintenance.optimise()
    expectShortLog(path)
    await store.maintenance.dropSpace(wide)
    expectShortLog(path)
    await store.removeRoot('notes')
    await store.maintenance.optimise()
    expectShortLog(path)
    await store.close()
  })

  it('is truncated after one write that exceeds its maximum length', async () => {
    const { path, store } = await newStore()
    const chunks = Array.from({ length: 12 }, (_, place) =>
      sampleChunk(`${place}`, `${place} ${'x'.repeat(megabyte)}`),
    )
    await store.writeDocuments({ put: [{ document: sampleDocument('large.md'), chunks }] })
    expect(storeSize(path).isLogTooLong).toBe(false)
    expectShortLog(path)
    await store.close()
  })

  it('becomes long while an older reader holds it, and short again afterwards', async () => {
    const { path, store } = await newStore()
    const reader = openConnection({ path }).database
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM document').get()
    const write = (document: number) =>
      store.writeDocuments({
        put: [
          {
            document: sampleDocument(`${document % 3}.md`),
            chunks: [sampleChunk(`${document}`, 'x'.repeat(megabyte))],
          },
        ],
      })
    for (let document = 0; document < 12; document += 1) await write(document)
    expect(storeSize(path).isLogTooLong).toBe(true)
    reader.exec('COMMIT')
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await write(12)
    expectShortLog(path)
    expect(statSync(`${path}-wal`).size).toBeLessThan(8 * megabyte)
    reader.close()
    await store.close()
  })
})
