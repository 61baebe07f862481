import {
  cursorOf,
  type ChangePage,
  type MemoryRecord,
  type RecordChange,
  type RecordStore,
} from '@recallite/store/records'
import { StoreError, type NewDocument, type SearchFilter, type Store } from '@recallite/store'
import { type Chunking, fingerprintOf } from '../indexer/fingerprint.js'
import { withParents } from '../indexer/note-metadata.js'
import { localDay } from '../days.js'
import type { RecordIndexReport } from './record-memory.js'

interface RecordIndexing {
  readonly records: Pick<RecordStore, 'changes' | 'list' | 'getAll'>
  readonly index: Store
  readonly chunking: Chunking
  readonly now: () => number
  /** Whether to wait for another process that writes to the index, or reject with `STORE_BUSY`. */
  readonly wait: boolean
  readonly signal?: AbortSignal | undefined
}

type IndexedRecords = Pick<RecordIndexReport, 'indexed' | 'removed'>

/**
 * Updates the index with the records that changed since the last time, in transactions of several hundred records. Each
 * collection is a root, each record a document whose path is its id. Several processes may do so at the same time.
 * @throws StoreError; RecordError
 */
export async function indexRecords(indexing: RecordIndexing): Promise<IndexedRecords> {
  const { records, index, signal } = indexing
  let seen = await readSeen(index)
  let total: IndexedRecords = { indexed: 0, removed: 0 }
  for (let hasMore = true; hasMore;) {
    signal?.throwIfAborted()
    const page = await records.changes({ after: seen.last, limit: pageSize })
    if (isAnotherStore(seen, page)) {
      for (const { name } of seen.source === '' ? [] : await index.listRoots()) await index.removeRoot(name)
      seen = { source: page.source, last: 0 }
      continue
    }
    const { source, last } = page
    if (last > seen.last) {
      const { indexed, removed } = await writeChanges(page.changes, { ...indexing, seen: { source, last } })
      total = { indexed: total.indexed + indexed, removed: total.removed + removed }
    }
    seen = { source, last }
    hasMore = page.hasMore
  }
  return total
}

/** Whether the records were repaired, or replaced by an older copy, so that the index is outdated. */
export function isAnotherStore(seen: Seen, { source, last }: Pick<ChangePage, 'source' | 'last'>): boolean {
  return seen.source !== source || last < seen.last
}

/** The name of a collection's root, without colons. */
export function rootOf(collection: string): string {
  return collection.replaceAll('%', '%25').replaceAll(':', '%3A')
}

/** Matches records that were not superseded: only superseded ones have the field. */
export const isActive: SearchFilter = {
  kind: 'not',
  filter: { kind: 'field', keys: ['status'], test: { operator: '=', values: ['superseded'] } },
}

/** Matches records that have not expired by a time: only those that expire have the field. */
export const isUnexpired = (at: number): SearchFilter => ({
  kind: 'not',
  filter: { kind: 'field', keys: ['expires'], test: { operator: '<=', value: String(at) } },
})

/**
 * When each superseded record was superseded, by its id, in milliseconds since the epoch. If that is unknown, as in some imports, it
 * counts as superseded since its successor was created, or without one since it was created itself.
 */
export async function supersededSince(
  found: readonly MemoryRecord[],
  records: Pick<RecordStore, 'getAll'>,
): Promise<ReadonlyMap<string, number>> {
  const superseded = found.filter(({ status }) => status === 'superseded')
  const successors = superseded.flatMap(({ supersededAt, supersededBy }) =>
    supersededAt === null && supersededBy !== null ? [supersededBy] : [],
  )
  const stored = successors.length === 0 ? [] : await records.getAll([...new Set(successors)])
  const created = new Map(stored.map(({ id, createdAt }) => [id, createdAt]))
  return new Map(
    superseded.map(({ id, supersededAt, supersededBy, createdAt }) => {
      return [id, supersededAt ?? created.get(supersededBy ?? '') ?? createdAt]
    }),
  )
}

/** The last change of the records that is in the index. */
interface Seen {
  readonly source: string
  readonly last: number
}

const pageSize = 500

/**
 * The note with the last indexed change, written in the same transaction as the records. With new fields in the documents its number
 * grows, so that all records are indexed again.
 */
const seenNote = 'seen'

/** Reads the last change of the records that is in the index. */
export async function readSeen({ notes }: Pick<Store, 'notes'>): Promise<Seen> {
  const note = await notes?.read(seenNote)
  return note === undefined ? { source: '', last: 0 } : JSON.parse(note)
}

async function writeChanges(
  changes: readonly RecordChange[],
  indexing: RecordIndexing & { readonly seen: Seen },
): Promise<IndexedRecords> {
  const { index, wait, seen } = indexing
  const roots = new Set((await index.listRoots()).map(({ name }) => name))
  const present = changes.flatMap(({ record }) => record ?? [])
  for (const name of new Set(present.map(({ collection }) => rootOf(collection)))) {
    if (!roots.has(name)) await addRoot(index, name)
    roots.add(name)
  }
  const put: NewDocument[] = []
  for (const { number, record } of [...changes, ...(await readFollowers(changes, indexing))])
    if (record) put.push(await toDocument({ number, record }, indexing))
  // The collection of a forgotten record is unknown.
  const removed = changes.flatMap(({ id, record }) =>
    record ? [] : Array.from(roots, (root) => ({ root, path: id })),
  )
  const notes = [{ name: seenNote, value: JSON.stringify(seen) }]
  await index.writeDocuments({ put, removed, notes }, { wait })
  return { indexed: present.length, removed: changes.length - present.length }
}

/** A record with the number of a change. */
type NumberedRecord = Pick<RecordChange, 'number'> & { readonly record: MemoryRecord }

/** The records that follow changed ones in their sessions, and those that replied to forgotten ones: what they reply to has changed. */
async function readFollowers(
  changes: readonly RecordChange[],
  { records, index, seen }: Pick<RecordIndexing, 'records' | 'index'> & { readonly seen: Seen },
): Promise<NumberedRecord[]> {
  const found: (MemoryRecord | undefined)[] = []
  for (const { record } of changes)
    if (record) found.push(await neighbourOf(records, record, { isLatestFirst: false }))
  const forgotten = changes.flatMap(({ id, record }) => (record ? [] : [id]))
  if (forgotten.length > 0) found.push(...(await records.getAll(await repliesTo(index, forgotten))))
  const others = new Map(found.flatMap((record) => (record ? [[record.id, record]] : [])))
  for (const { id } of changes) others.delete(id)
  return Array.from(others.values(), (record) => ({ number: seen.last, record }))
}

/** The active record after a record in its session, or before it. */
async function neighbourOf(
  records: Pick<RecordStore, 'list'>,
  { collection, session, ...record }: MemoryRecord,
  { isLatestFirst }: { readonly isLatestFirst: boolean },
): Promise<MemoryRecord | undefined> {
  if (session === null) return undefined
  const position = { after: cursorOf(record), isLatestFirst, limit: 1 }
  return (await records.list({ collection, session, status: 'active', ...position })).records[0]
}

/** The field with the id of the record that a record replies to. */
const replyField = 'repliesTo'

async function repliesTo(index: Store, ids: readonly string[]): Promise<string[]> {
  const filter = { kind: 'field', keys: [replyField], test: { operator: '=', values: ids } } as const
  const { ids: chunks } = await index.findByWords({ limit: maxReplies, filter })
  const { items } = await index.readItems(chunks)
  return items.map(({ locator }) => locator.path)
}

const maxReplies = 10_000

/** Adds a root, unless another process has done so. */
async function addRoot(index: Store, name: string): Promise<void> {
  try {
    await index.putRoot({ name, path: `records:${name}` }, { isNew: true })
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_ROOT_EXISTS') throw error
  }
}

async function toDocument(
  { number, record }: NumberedRecord,
  { records, chunking, now }: RecordIndexing,
): Promise<NewDocument> {
  const { id, status, session, origin, confidence, scopeFiles, scopeEntities, context, createdAt } = record
  const root = rootOf(record.collection)
  // The Markdown parser loads slowly, and only changed records need it.
  const { cutDocument } = await import('../indexer/cut-document.js')
  const { asks } = await import('../indexer/reply-context.js')
  const before = status === 'active' ? await neighbourOf(records, record, { isLatestFirst: true }) : undefined
  // A record needs the one before it only if that is a question.
  const question = before && asks(before.content) ? before : undefined
  const supersededAt = (await supersededSince([record], records)).get(id)
  // The fields for filters.
  const scopes = { tags: withParents(record.tags), scopeFiles, scopeEntities }
  const about = { session, origin, confidence, ...scopes, context, createdAt, expires: record.expiresAt }
  const superseded = status === 'active' ? undefined : { status, supersededAt }
  const metadata = { ...about, ...superseded, ...(question && { [replyField]: question.id }) }
  const date = localDay(record.occurredAt ?? createdAt)
  const facts = { title: record.summary ?? '', metadata, date }
  const places = { place: [...scopeFiles, ...record.tags].join('/'), words: scopeEntities.join('\n') }
  const text = { text: record.content, replyTo: question?.content, format: 'text' as const }
  const source = { ...text, ...places, facts, root, path: id }
  const { chunks, stated: _, ...cut } = await cutDocument(source, chunking)
  const version = { root, path: id, stamp: String(number), readAt: now(), contentHash: record.hash }
  return { document: { ...version, ...cut, date, fingerprint: fingerprintOf(chunking, 'text') }, chunks }
}
