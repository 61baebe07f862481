import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { fill, plane, sampleChunk } from '../__fixtures__/samples.js'
import { openConnection } from '../connection/connection.js'
import { openSqliteStore } from '../open-store.js'

const day = 86_400_000
const keep = { unusedFor: 7 * day }

/** A store in a file with vectors of three texts, and its clock. */
async function embedded() {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const clock = { at: 1_800_000_000_000 }
  const store = await openSqliteStore({ path, now: () => clock.at })
  const texts = (...names: string[]) =>
    fill(
      store,
      names.map((name) => sampleChunk(name, name)),
    )
  await texts('red', 'green', 'blue')
  await store.putSpace(plane)
  const pending = await store.pendingTexts(plane, { limit: 9 })
  await store.putVectors(
    plane,
    pending.map(({ key }) => ({ key, vector: Float32Array.of(1, 0) })),
  )
  const change = (sql: string) => {
    const { database } = openConnection({ path })
    database.exec(sql)
    database.close()
  }
  return { path, clock, store, texts, change }
}

describe('unused vectors', () => {
  it('are removed after being unused for long enough, counted from the first call that noticed it', async () => {
    const { clock, store, texts } = await embedded()
    await texts('red')
    clock.at += 30 * day
    expect(await store.maintenance.removeUnusedVectors(keep)).toBe(0)
    clock.at += 7 * day - 1
    expect(await store.maintenance.removeUnusedVectors(keep)).toBe(0)
    clock.at += 1
    expect(await store.maintenance.removeUnusedVectors(keep)).toBe(2)
    expect((await store.status()).spaces).toMatchObject([{ vectors: 1, unusedVectors: 0 }])
    expect(await store.maintenance.verify()).toEqual([])
    await store.close()
  })

  it('are also removed if the row of their space is missing', async () => {
    const { clock, store, texts, change } = await embedded()
    change('PRAGMA foreign_keys = OFF; DELETE FROM space')
    await texts('red')
    await store.maintenance.removeUnusedVectors(keep)
    clock.at += 7 * day
    expect(await store.maintenance.removeUnusedVectors(keep)).toBe(2)
    expect(await store.maintenance.removeUnusedVectors(keep)).toBe(0)
    await store.putSpace(plane)
    expect(await store.pendingTexts(plane, { limit: 9 })).toEqual([])
    await store.close()
  })

  it('start a new period when their text was used again in between', async () => {
    const { clock, store, texts } = await embedded()
    await texts('red')
    await store.maintenance.removeUnusedVectors(keep)
    clock.at += 6 * day
    await texts('red', 'green')
    await texts('red')
    await store.maintenance.removeUnusedVectors(keep)
    clock.at += day
    expect(await store.maintenance.removeUnusedVectors(keep)).toBe(1)
    await texts('red', 'green')
    expect(await store.pendingTexts(plane, { limit: 9 })).toEqual([])
    await store.close()
  })

  it('are removed later if a clock that was ahead marked them', async () => {
    const { clock, store, texts, change } = await embedded()
    await texts('red')
    await store.maintenance.removeUnusedVectors(keep)
    change('UPDATE vector SET unused_since = 2 * unused_since')
    clock.at += 8 * day
    expect(await store.maintenance.removeUnusedVectors(keep)).toBe(0)
    clock.at += 7 * day
    expect(await store.maintenance.removeUnusedVectors(keep)).toBe(2)
    await store.close()
  })

  it('need no write if there is nothing to do', async () => {
    const { store, texts } = await embedded()
    await texts('red')
    await store.maintenance.removeUnusedVectors(keep)
    const before = await store.generation()
    await store.maintenance.removeUnusedVectors(keep)
    expect(await store.generation()).toBe(before)
    await store.close()
  })
})
