import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MemoryRecord, RecordInput, RecordStore, SessionEntry } from '@recallite/store/records'
import { temporaryFolder } from '@recallite/test-kit'
import { openSqliteRecords } from '../index.js'

/** The path of a new file. */
export const newPath = (): string => join(temporaryFolder(), 'memory.records.sqlite')

/** Records of all sizes, with their number in the content. */
export function sampleRecords(count: number): RecordInput[] {
  return Array.from({ length: count }, (_, number) => ({
    id: `record ${number}`,
    // Every tenth one is longer than a page.
    content: `Record ${number} ${'says something of the harbour. '.repeat(number % 10 === 9 ? 400 : number % 7)}`,
    collection: `collection ${number % 3}`,
    session: `session ${number % 5}`,
    tags: [`tag ${number}`],
    context: { number, spatial: { position: [number, 0, 1] } },
    createdAt: 1_770_000_000_000 + number,
  }))
}

/** Works with the store in a file, and closes it. */
export async function withRecords<Result>(path: string, work: (store: RecordStore) => Promise<Result>): Promise<Result> {
  const store = await openSqliteRecords({ path })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Everything in a store. */
export interface Contents {
  readonly records: readonly MemoryRecord[]
  readonly sessions: readonly SessionEntry[]
}

/** Reads everything. */
export async function readContents(store: RecordStore): Promise<Contents> {
  const { records } = await store.list({ limit: 10_000 })
  const sessions = await store.listSessions({ limit: 10_000 })
  return { records, sessions }
}

/** A file with superseded, forgotten and touched records, and its contents. */
export async function filledFile(count = 120): Promise<{ path: string; contents: Contents }> {
  const path = newPath()
  const contents = await withRecords(path, async (store) => {
    await store.put(sampleRecords(count))
    for (const number of [3, 13, 23].filter((one) => one < count)) await store.supersede(`record ${number}`, { content: `In the place of ${number}.` })
    for (const number of [4, 14, 24].filter((one) => one < count)) await store.forget(`record ${number}`)
    await store.touch(Array.from({ length: 40 }, (_, number) => ({ id: `record ${number}`, returned: 1, accessed: 2, at: 7 })))
    await store.endSession('session 1', { summary: 'The end of it.' })
    return readContents(store)
  })
  return { path, contents }
}

/** A copy of a file whose bytes were changed. */
export function changedCopy(path: string, change: (bytes: Buffer) => Buffer | void): string {
  const bytes = readFileSync(path)
  const copy = newPath()
  writeFileSync(copy, change(bytes) ?? bytes)
  return copy
}

/** A copy of an open file, as after a crash, with a changed copy of its log. */
export function copyOpen(path: string, change = (log: Buffer): Buffer => log): string {
  const copy = newPath()
  writeFileSync(copy, readFileSync(path))
  writeFileSync(`${copy}-wal`, change(readFileSync(`${path}-wal`)))
  return copy
}

/** Flips the lowest bit of a byte. */
export const flipBit = (bytes: Buffer, at: number): Buffer => bytes.fill((bytes[at] ?? 0) ^ 1, at, at + 1)
