import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import type { Readable } from 'node:stream'
import {
  checkRecord,
  importRecords,
  RecordError,
  type ImportItem,
  type RecordInput,
  type RecordStore,
} from '@recallite/records'
import { readRobotmem } from '@recallite/store-sqlite/records'
import { allSessions } from './all-sessions.js'

/** What became of an import. */
export interface ImportReport {
  /** How many records were stored. */
  readonly added: number
  /** How many were there already, by their ids. */
  readonly known: number
  /** How many have the same content as a record of their collection. */
  readonly duplicates: number
  /** How many were forgotten before, and stay so. */
  readonly forgotten: number
  /** How many sessions were stored. */
  readonly sessions: number
  /** How many memories of robotmem were left out, as it had invalidated them. */
  readonly invalidated: number
  /** What could not be stored; `line` counts from 1, of robotmem's database its memories. */
  readonly refused: readonly { readonly line: number; readonly code: string; readonly message: string }[]
}

interface ImportSource {
  /** JSONL, or a database of robotmem; undefined for JSONL from `input`. */
  readonly file: string | undefined
  readonly input: () => Readable
  readonly allowDuplicate?: boolean | undefined
}

/** How many records are put in one transaction. */
const batchSize = 500

/**
 * Stores the records and sessions of a file. What is there already stays as it is, so that an import can be repeated.
 * @throws RecordError `RECORD_NOT_ROBOTMEM`; as the store
 */
export async function importInto(store: RecordStore, source: ImportSource): Promise<ImportReport> {
  const counts = { added: 0, known: 0, duplicate: 0, forgotten: 0, sessions: 0 }
  const refused: ImportReport['refused'][number][] = []
  const { items, invalidated } = await itemsOf(source)
  const knownSessions = new Set(await Array.fromAsync(allSessions(store), ({ id }) => id))
  let batch: RecordInput[] = []
  const put = async () => {
    const { allowDuplicate } = source
    // None is outdated, as no change is named that they depend on.
    for (const { outcome } of await store.put(batch, { allowDuplicate }))
      if (outcome !== 'outdated') counts[outcome] += 1
    batch = []
  }
  for await (const item of items) {
    if (item.kind === 'refused') {
      refused.push({ line: item.at, code: item.error.code, message: item.error.message })
    } else if (item.kind === 'record') batch.push(item.record)
    else if (!knownSessions.has(item.session.id ?? '')) {
      await store.startSession(item.session)
      counts.sessions += 1
    }
    if (batch.length >= batchSize) await put()
  }
  if (batch.length > 0) await put()
  const { duplicate: duplicates, ...rest } = counts
  return { ...rest, duplicates, invalidated, refused }
}

async function itemsOf({ file, input }: ImportSource): Promise<{
  readonly items: Iterable<ImportItem> | AsyncIterable<ImportItem>
  readonly invalidated: number
}> {
  if (file === undefined) return { items: importRecords(input().setEncoding('utf8')), invalidated: 0 }
  if (!isDatabase(file)) return { items: importRecords(createReadStream(file, 'utf8')), invalidated: 0 }
  const { sessions, records, invalidated } = await readRobotmem(file)
  const items = [
    ...sessions.map((session, index) => ({ kind: 'session', at: index + 1, session }) as const),
    ...records.map((record, index) => checkedItem(record, index + 1)),
  ]
  return { items, invalidated }
}

/** A record that the store would refuse would take the records beside it along. */
function checkedItem(record: RecordInput, at: number): ImportItem {
  try {
    checkRecord(record, 0)
    return { kind: 'record', at, record }
  } catch (error) {
    if (!RecordError.isInstance(error)) throw error
    const { code, field } = error
    const message = `Memory ${at}: ${error.message}`
    return { kind: 'refused', at, error: new RecordError(code, message, { field, line: at }) }
  }
}

const databaseHeader = 'SQLite format 3\0'

function isDatabase(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(databaseHeader.length)
    readSync(descriptor, header, 0, header.length, 0)
    return header.toString('latin1') === databaseHeader
  } finally {
    closeSync(descriptor)
  }
}
