import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '@recallite/store'
import { temporaryFolder } from '@recallite/test-kit'
import { naturalChunks, randomNumbers } from '../../__fixtures__/natural-chunks.js'
import { sampleChunk, sampleDocument } from '../../__fixtures__/samples.js'
import { openConnection } from '../../connection/connection.js'
import { openSqliteStore, type SqliteStore } from '../../open-store.js'
import { repairStore } from '../repair-store.js'

/** A space whose vectors are long enough to be distinguished by their bytes. */
export const wide = { provider: 'sample', model: 'wide', dimensions: 24, promptStyle: 'none' }

const directions = (random: () => number): Float32Array =>
  Float32Array.from({ length: wide.dimensions }, () => random() - 0.5)

async function putVectors(store: Store, random: () => number): Promise<void> {
  await store.putSpace(wide, { source: 'local:/models/wide.gguf' })
  const pending = await store.pendingTexts(wide, { limit: 1000 })
  await store.putVectors(
    wide,
    pending.map(({ key }) => ({ key, vector: directions(random) })),
  )
  await store.putSpace(wide, { choose: false, canary: directions(random), isFilled: true })
}

/** Writes documents with all kinds of content to the root `notes`. */
export async function writeNotes(store: SqliteStore, documents = 8): Promise<void> {
  const random = randomNumbers(7)
  await store.putRoot({ name: 'notes', path: '/home/someone/notes', include: ['memory/**/*.md'] })
  for (let number = 0; number < documents; number += 1) {
    const metadata = { tags: [`harbour ${number}`, 'tide tables'], date: '2026-02-11', depth: number + 0.5 }
    const chunks = naturalChunks(5, random).map((words, place) => {
      const text = words.text.map(({ form }) => form).join(' ')
      const inputs = [
        { prefix: `Document number ${number} > `, from: 0, to: 20 },
        { prefix: '', from: 20, to: text.length },
      ]
      const heading = [`Section ${number}`, `Part ${place} of it`]
      return sampleChunk(`chunk-${number}-${place}`, text, { words, heading, inputs })
    })
    const title = `The title of document ${number}`
    await store.writeDocuments({ put: [{ document: sampleDocument(`memory/${number}.md`, { title, metadata }), chunks }] })
  }
}

/** The file of a store with such documents, a vector of each text, and a note. */
export async function filledFile(): Promise<string> {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const store = await openSqliteStore({ path })
  await writeNotes(store)
  await store.notes.write('a note of some length', 'and the text that is kept under its name')
  await putVectors(store, randomNumbers(8))
  await store.maintenance.optimise()
  await store.close()
  const { database } = openConnection({ path })
  database.exec('PRAGMA secure_delete = ON; VACUUM')
  database.close()
  return path
}

const isLong = ({ value }: { value: string | Uint8Array }): boolean => value.length > 3

/** Finds the values of a query in the file. Indexes repeat some of them; values on several pages are not found. */
export function placesOf(path: string, sql: string): { start: number; length: number }[] {
  const { database } = openConnection({ path })
  const values = database.prepare<{ value: string | Uint8Array }>(sql).all()
  database.close()
  const bytes = readFileSync(path)
  return values.filter(isLong).flatMap(({ value }) => {
    const sought = Buffer.from(value as string)
    const places: { start: number; length: number }[] = []
    for (let start = bytes.indexOf(sought); start >= 0; start = bytes.indexOf(sought, start + 1)) {
      places.push({ start, length: sought.length })
    }
    return places
  })
}

/**
 * A copy of a file with one flipped bit at one of these offsets, never the lowest bit of a byte: in the size of a position list,
 * that bit marks a deleted row, which changes no answer unless the list is empty.
 */
export function flippedCopy(
  path: string,
  places: readonly { start: number; length: number }[],
  random: () => number,
): string {
  const bytes = readFileSync(path)
  const place = places[Math.floor(random() * places.length)]
  if (!place) throw new TypeError('there is no such offset')
  const at = place.start + Math.floor(random() * place.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (1 + Math.floor(random() * 7)))
  const copy = join(temporaryFolder(), 'damaged.sqlite')
  writeFileSync(copy, bytes)
  return copy
}

/** The damage that is found in a file before, during and after a repair. */
export async function findThenRepair(path: string) {
  const found = await damagesOf(path)
  const { damages: repaired, kept } = await repairStore({ path })
  return { found, repaired, kept, left: await damagesOf(path) }
}

async function damagesOf(path: string): Promise<readonly string[]> {
  const store = await openSqliteStore({ path })
  return store.maintenance.verify().finally(() => store.close())
}
