import { foldLine, StoreError } from '@recallite/store'
import type { DocumentAddress, DocumentChanges } from '@recallite/store'
import type { KeptRoot, NewDocument, Store, StoredDocument } from '@recallite/store'
import { assertRoots, changeCell, countWrite, createCells } from '../connection/cells.js'
import { count, ifCurrent, refresh, scan, search, write } from '../connection/session.js'
import type { Current, Operation, Session, Written } from '../connection/session.js'
import { allOf, indexed, isOneOf, not, type Query } from '../keyword/word-index.js'
import { addWords } from '../keyword/keyword-search.js'
import { spacesWithVectors } from '../vectors/vectors.js'
import { chunkOperations, documentOf, entryId, entryOf, isIntactChunk, keysOf } from './stored-documents.js'
import { readChunks, readEntries, removals, versionOf } from './stored-documents.js'
import type { ChunkContent, Entry, Version } from './stored-documents.js'

const sort = [{ path: 'asc' }, { doc: 'asc' }]
const ofRoot = (root: string): Query => isOneOf('root', [indexed(root)])

export const createDocumentReads = (session: Session) =>
  ({
    async listDocuments(root, { withField } = {}) {
      await assertRoots(session, [root])
      const keys = withField && isOneOf('fields.key', withField.map(foldLine).map(indexed))
      const query = allOf(ofRoot(root), ...(keys ? [{ nested: { path: 'fields', query: keys } }] : []))
      const documents: StoredDocument[] = []
      for await (const hits of scan<Entry>(session, 'documents', { query, sort }))
        documents.push(...hits.map(({ _source }) => documentOf(_source)))
      return documents
    },
    async listVersions(root, page) {
      await assertRoots(session, [root])
      const { limit: size, after } = page
      const start = after !== undefined && { search_after: [indexed(after), entryId({ root, path: after })] }
      const body = { query: ofRoot(root), size, sort, ...start }
      return (await search<Entry>(session, 'documents', body)).map(({ _source }) => {
        const { path, stamp, readAt, fingerprint } = documentOf(_source)
        return { path, stamp, readAt, fingerprint }
      })
    },
    async findDocument(address) {
      const [entry] = await readEntries(session, [entryId(address)])
      return entry && documentOf(entry._source)
    },
    async readItems(ids) {
      const byId = new Map((await readChunks(session, ids)).map((chunk) => [chunk.id, chunk]))
      const chunks = ids.flatMap((id) => byId.get(id) ?? [])
      const damaged = chunks.filter((chunk) => !isIntactChunk(chunk))
      const documents = new Set(damaged.map(({ doc }) => doc))
      const addresses = new Map<string, DocumentAddress>()
      for (const { _id, _source } of await readEntries(session, documents)) {
        const { root, path } = documentOf(_source)
        addresses.set(_id, { root, path })
      }
      return {
        items: chunks.filter(isIntactChunk).map(({ json }) => (JSON.parse(json) as ChunkContent).item),
        damaged: damaged.map(({ id, doc }) => ({ id, document: addresses.get(doc) ?? null })),
      }
    },
    async readTermLists(ids) {
      const chunks = await readChunks(session, [...new Set(ids)])
      const bytes = chunks.map(({ termList }) => Buffer.from(termList, 'base64'))
      return chunks.map(({ id }, at) => ({ id, termList: Uint8Array.from(bytes[at] ?? []) }))
    },
  }) satisfies Pick<Store, 'listDocuments' | 'listVersions' | 'findDocument' | 'readItems' | 'readTermLists'>

const maxTries = 5

export const createDocumentWrites = (session: Session) =>
  ({
    writeDocuments: (changes, { wait = true } = {}) => writeDocuments(session, changes, wait ? maxTries : 1),
    /** Documents are removed first, so that an interrupted removal can be repeated. */
    async removeRoot(name) {
      await assertRoots(session, [name])
      const pages = { query: ofRoot(name), size: 200, sort: [{ doc: 'asc' }] }
      for await (const hits of scan<Entry>(session, 'documents', pages))
        await writeDocuments(session, { removed: hits.map(({ _source }) => documentOf(_source)) }, maxTries)
      const isOther = (root: KeptRoot) => root.name !== name
      await changeCell<readonly KeptRoot[]>(session, 'roots', (roots = []) => roots.filter(isOther))
      await countWrite(session)
    },
  }) satisfies Pick<Store, 'writeDocuments' | 'removeRoot'>

async function writeDocuments(session: Session, changes: DocumentChanges, tries: number): Promise<void> {
  const { put = [], touched = [], removed = [], notes = [] } = changes
  const addresses = [...put.map(({ document }) => document), ...touched, ...removed]
  const roots = addresses.map(({ root }) => root)
  if (roots.length > 0) await assertRoots(session, roots)
  // Of documents with the same address, the last one is written.
  const documents: Documents = new Map(removed.map((address) => [entryId(address), undefined]))
  for (const added of put) documents.set(entryId(added.document), added)
  await writeChanges(session, documents, tries)
  const marks = touched.map(({ stamp, readAt, ...address }) =>
    operationOn(entryId(address), 'update', { stamp: stamp.toWellFormed(), readAt }),
  )
  await write(session, marks)
  for (const { name, value } of notes) await createCells(session).notes.write(name, value)
  if (roots.length === 0) return
  await refresh(session, 'documents', 'chunks', 'texts', 'words')
  await countWrite(session)
}

async function writeChanges(session: Session, documents: Documents, tries: number): Promise<void> {
  for (let left = tries; left > 0; left -= 1) if (await tryWrite(session, documents)) return
  throw new StoreError('STORE_BUSY', 'Another process writes the same documents. Try again in a moment.')
}

/** Documents to write, or undefined to remove, by the ids of their entries. */
type Documents = Map<string, NewDocument | undefined>

/** A document to write, or to remove. */
interface Change {
  readonly id: string
  readonly put: NewDocument | undefined
  readonly entry: Current<Entry> | undefined
  readonly next: Version
}

/**
 * Writes each document in steps, each of which leaves it whole if it is the last one:
 *
 * 1. Its entry loses its stamp, and names the new version.
 * 2. The chunks of the new version are added to those of the current one.
 * 3. Its entry names the new version as the current one.
 * 4. The chunks of other versions are removed.
 * 5. Its entry gets its stamp; that of a removed document is removed.
 *
 * Resolves to false if another process writes one of the documents.
 */
async function tryWrite(session: Session, documents: Documents): Promise<boolean> {
  const changes = await readChanges(session, documents)
  if (changes.length === 0) return true
  const chunks = changes.flatMap(({ put }) => put?.chunks ?? [])
  const [spaces] = await Promise.all([
    spacesWithVectors(session, chunks.flatMap(keysOf)),
    assertUniqueIds(session, changes),
    addWords(session, chunks),
  ])
  const begun = await write(session, changes.map(begin))
  if (begun.includes(undefined)) return false
  await write(session, additionsOf(changes, spaces))
  const versions = await switchVersions(session, changes, begun)
  if (!versions) return false
  const outdated = changes.filter(({ entry }) => entry !== undefined)
  await write(session, outdated.flatMap(removeOthers))
  // If another process has begun to write a document, it finishes it.
  const ends = outdated.map((change) => ({ ...finish(change), over: versions.get(change.id) }))
  await write(session, ends)
  return true
}

function* additionsOf(
  changes: readonly Change[],
  spaces: ReadonlyMap<string, string[]>,
): Generator<Operation> {
  for (const { put, next } of changes) if (put) yield* chunkOperations(put, next, spaces)
}

/** Resolves to the versions of the entries, or to undefined if another process has begun to write one of the documents. */
async function switchVersions(session: Session, changes: readonly Change[], begun: readonly Written[]) {
  const versions = new Map(changes.map(({ id }, at) => [id, begun[at]]))
  const added = changes.filter(({ put }) => put !== undefined)
  const switches = added.map((change) => ({ ...switchVersion(change), over: versions.get(change.id) }))
  for (const [at, version] of (await write(session, switches)).entries())
    versions.set(added[at]?.id ?? '', version)
  const overtaken = added.filter(({ id }) => versions.get(id) === undefined)
  await write(
    session,
    overtaken.flatMap(({ id, next }) => removals(id, next)),
  )
  return overtaken.length === 0 ? versions : undefined
}

async function readChanges(session: Session, documents: Documents): Promise<Change[]> {
  const entries = await readEntries(session, documents.keys())
  const byId = new Map(entries.map((entry) => [entry._id, entry]))
  return [...documents].flatMap(([id, put]): Change[] => {
    const entry = byId.get(id)
    return put || entry ? [{ id, put, entry, next: versionOf(put?.chunks ?? []) }] : []
  })
}

async function assertUniqueIds(session: Session, changes: readonly Change[]): Promise<void> {
  const ids = changes.flatMap(({ put }) => put?.chunks.map(({ id }) => id) ?? [])
  if (ids.length === 0) return
  const documents = changes.map(({ id }) => id)
  const query = allOf(isOneOf('id', ids), not(isOneOf('doc', documents)))
  const isTaken = (await count(session, 'chunks', { query, track_total_hits: 1 })) > 0
  const message = "A chunk's id is not unique in the store. Nothing was written."
  if (isTaken || new Set(ids).size < ids.length) throw new StoreError('STORE_INVALID_DOCUMENT', message)
}

function operationOn(id: string, kind: Operation['kind'], document?: object): Operation {
  return { kind, part: 'documents', id, document }
}

function begin({ id, put, entry, next }: Change): Operation {
  const others = [...(entry?._source.others ?? []), ...(put ? [next] : [])]
  const state = { stamp: '', others, isUnfinished: true }
  if (entry) return { ...operationOn(id, 'update', state), over: ifCurrent(entry) }
  const document = { ...(put && entryOf(put.document)), current: null, chunkCount: 0, ...state }
  return operationOn(id, 'create', document)
}

/** The versions that a change makes outdated. */
const outdatedBy = ({ entry }: Change): readonly Version[] =>
  entry ? [...entry._source.others, ...(entry._source.current ? [entry._source.current] : [])] : []

/** A new document is finished by this step. */
function switchVersion(change: Change): Operation {
  const { id, put, entry, next } = change
  const versions = { current: next, others: outdatedBy(change), chunkCount: next.inputs.length }
  const state = { isUnfinished: entry !== undefined, ...(entry && { stamp: '' }) }
  return operationOn(id, 'index', { ...(put && entryOf(put.document)), ...versions, ...state })
}

const removeOthers = (change: Change): Operation[] =>
  outdatedBy(change).flatMap((version) => removals(change.id, version))

function finish({ id, put }: Change): Operation {
  if (!put) return operationOn(id, 'delete')
  const { stamp } = put.document
  return operationOn(id, 'update', { stamp: stamp.toWellFormed(), others: [], isUnfinished: false })
}
