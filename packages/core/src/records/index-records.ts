import type { ChangePage, MemoryRecord, RecordChange, RecordStore } from '@recallite/records'
import { StoreError, type NewDocument, type Store } from '@recallite/store'
import { cutDocument } from '../indexer/cut-document.js'
import { type Chunking, fingerprintOf } from '../indexer/fingerprint.js'
import { localDay } from '../local-day.js'

/** What an index of records is brought up to date with. */
export interface RecordIndexing {
  readonly records: Pick<RecordStore, 'changes'>
  readonly index: Store
  readonly chunking: Chunking
  readonly now: () => number
  readonly signal?: AbortSignal | undefined
}

/** What was written. */
export interface IndexedRecords {
  readonly indexed: number
  readonly removed: number
}

/**
 * Brings the index up to date with the records: reads what changed since the last time, and writes it in transactions of some
 * hundred records. Each collection is a root, each record a document whose path is its id. Another process may do the same at
 * the same time: both then write the same.
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
      if (seen.source !== '') await removeAll(index)
      seen = { source: page.source, last: 0 }
      continue
    }
    const { indexed, removed } = await writeChanges(page.changes, indexing)
    total = { indexed: total.indexed + indexed, removed: total.removed + removed }
    if (page.last > seen.last)
      await index.notes?.write(noteName, JSON.stringify({ source: page.source, last: page.last }))
    seen = { source: page.source, last: page.last }
    hasMore = page.hasMore
  }
  return total
}

/** The records were repaired, or replaced by an older copy: what is known of them does not hold. */
function isAnotherStore(seen: Seen, { source, last }: Pick<ChangePage, 'source' | 'last'>): boolean {
  return seen.source !== source || last < seen.last
}

/** The name of a collection's root: a name of a root has no colon. */
export function rootOf(collection: string): string {
  return collection.replaceAll('%', '%25').replaceAll(':', '%3A')
}

/** The fields of a record that filters look into, as the index has them. */
function metadataOf(record: MemoryRecord): Record<string, unknown> {
  const { session, status, confidence, tags, scopeFiles, scopeEntities, context } = record
  return { session, status, confidence, tags, scopeFiles, scopeEntities, context }
}

/** Up to which change the records are in the index. */
interface Seen {
  readonly source: string
  readonly last: number
}

const noteName = 'records in the index'
const pageSize = 500

async function readSeen(index: Store): Promise<Seen> {
  const text = await index.notes?.read(noteName)
  return text === undefined ? { source: '', last: 0 } : (JSON.parse(text) as Seen)
}

async function removeAll(index: Store): Promise<void> {
  for (const { name } of await index.listRoots()) await index.removeRoot(name)
}

async function writeChanges(
  changes: readonly RecordChange[],
  { index, chunking, now }: RecordIndexing,
): Promise<IndexedRecords> {
  if (changes.length === 0) return { indexed: 0, removed: 0 }
  const roots = new Set((await index.listRoots()).map(({ name }) => name))
  const present = changes.flatMap(({ record }) => record ?? [])
  for (const collection of new Set(present.map((record) => record.collection))) {
    if (!roots.has(rootOf(collection))) await addRoot(index, collection)
    roots.add(rootOf(collection))
  }
  const put: NewDocument[] = []
  for (const { number, record } of changes)
    if (record) put.push(await toDocument(record, { number, chunking, now }))
  // Of a forgotten record only the id is known: it is removed from whichever collection it was in.
  const gone = changes.filter(({ record }) => record === null)
  const removed = gone.flatMap(({ id }) => [...roots].map((root) => ({ root, path: id })))
  await index.writeDocuments({ put, removed })
  return { indexed: put.length, removed: gone.length }
}

/** Another process may have been faster. */
async function addRoot(index: Store, collection: string): Promise<void> {
  const name = rootOf(collection)
  try {
    await index.putRoot({ name, path: `records:${collection}` }, { isNew: true })
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_ROOT_EXISTS') throw error
  }
}

async function toDocument(
  record: MemoryRecord,
  { number, chunking, now }: Pick<RecordIndexing, 'chunking' | 'now'> & { readonly number: number },
): Promise<NewDocument> {
  const root = rootOf(record.collection)
  const metadata = metadataOf(record)
  const date = localDay(record.occurredAt ?? record.createdAt)
  const facts = { title: record.summary ?? '', metadata, date }
  const place = [...record.scopeFiles, ...record.tags].join('/')
  const words = record.scopeEntities.join('\n')
  const source = { text: record.content, format: 'text' as const, facts, root, path: record.id, place, words }
  const { chunks, title, language, isSecret } = await cutDocument(source, chunking)
  const mark = { root, path: record.id, stamp: String(number), readAt: now() }
  const fingerprint = fingerprintOf(chunking, 'text')
  const document = {
    ...mark,
    title,
    metadata,
    language,
    isSecret,
    date,
    contentHash: record.hash,
    fingerprint,
  }
  return { document, chunks }
}
