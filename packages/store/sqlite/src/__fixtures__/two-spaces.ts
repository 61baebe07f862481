import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Space } from '@recallite/store'
import { temporaryFolder } from '@recallite/test-kit'
import { openSqliteStore, type SqliteStore } from '../open-store.js'
import { fill, sampleChunk } from './samples.js'

export const small: Space = { provider: 'sample', model: 'small', dimensions: 8, promptStyle: 'none' }
export const large: Space = { ...small, model: 'large', dimensions: 1024 }
export const textCount = 300

function vectorOf(text: string, dimensions: number): Float32Array {
  const number = Number(text.split(' ').at(-1))
  return Float32Array.from({ length: dimensions }, (_, place) => Math.sin(number * (place + 1)) + 1.5)
}

async function embed(store: SqliteStore, space: Space): Promise<void> {
  const pending = await store.pendingTexts(space, { limit: textCount })
  const vectors = pending.map(({ key, text }) => ({ key, vector: vectorOf(text, space.dimensions) }))
  await store.putVectors(space, vectors)
}

/** A store in a new file, with vectors of each text in a small space and in a large one. */
export async function twoSpaces(): Promise<{ path: string; store: SqliteStore }> {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  const chunks = Array.from({ length: textCount }, (_, number) => sampleChunk(`c${number}`, `harbour ${number}`))
  await fill(store, chunks)
  for (const space of [large, small]) {
    await store.putSpace(space)
    await embed(store, space)
  }
  return { path, store }
}

/** The size of a database with its log on the disk, in bytes. */
export function bytesOnDisk(path: string): number {
  const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}
