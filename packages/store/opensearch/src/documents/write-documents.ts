import { StoreError, type DocumentChanges, type DocumentMark, type KeptRoot } from '@recallite/store'
import type { NewDocument, Store } from '@recallite/store'
import { assertRoots, changeCell, countWrite, createCells } from '../connection/cells.js'
import { count, ifCurrent, refresh, scan, write } from '../connection/session.js'
import type { Current, Operation, Session } from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import { allOf, isOneOf, not } from '../keyword/match-query.js'
import { addWords } from '../keyword/vocabulary.js'
import { spacesWithVectors } from '../vectors/vectors.js'
import { chunkIds, chunkOperations, documentOf, entryId, entryOf, keysOf } from './stored-documents.js'
import { readEntries, textIds, versionOf, type Entry, type Version } from './stored-documents.js'

const maxTries = 5
const removedAtOnce = 200

export const createDocumentWrites = (session: Session) =>
  ({
    writeDocuments: (changes, { wait = true } = {}) => writeDocuments(session, changes, wait ? maxTries : 1),
    /** Documents are removed first, so that an interrupted removal can be repeated. */
    async removeRoot(name) {
      await assertRoots(session, [name])
      const query = isOneOf('root', [indexed(name)])
      const pages = { query, size: removedAtOnce, sort: [{ doc: 'asc' }] }
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
  await write(session, touched.map(mark))
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
  await assertUniqueIds(session, changes)
  const begun = await write(session, changes.map(begin))
  if (begun.includes(false)) return false
  const chunks = changes.flatMap(({ put }) => put?.chunks ?? [])
  await addWords(session, chunks)
  const spaces = await spacesWithVectors(session, chunks.flatMap(keysOf))
  const additions = changes.flatMap(({ put, next }) => (put ? chunkOperations(put, next, spaces) : []))
  await write(session, additions)
  await write(session, changes.flatMap(switchVersion))
  const outdated = changes.filter(({ entry }) => entry !== undefined)
  await write(session, outdated.flatMap(removeOthers))
  await write(session, outdated.map(finish))
  return true
}

async function readChanges(session: Session, documents: Documents): Promise<Change[]> {
  const entries = await readEntries(session, [...documents.keys()])
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
  const taken = await count(session, 'chunks', { query, track_total_hits: 1 })
  if (taken === 0 && new Set(ids).size === ids.length) return
  throw new StoreError(
    'STORE_INVALID_DOCUMENT',
    "A chunk's id is not unique in the store. Nothing was written.",
  )
}

function operationOn(id: string, kind: Operation['kind'], document?: object): Operation {
  return { kind, part: 'documents', id, document }
}

function mark({ stamp, readAt, ...address }: DocumentMark): Operation {
  return operationOn(entryId(address), 'update', { stamp: stamp.toWellFormed(), readAt })
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
function switchVersion(change: Change): Operation[] {
  const { id, put, entry, next } = change
  if (!put) return []
  const versions = { current: next, others: outdatedBy(change), chunkCount: next.inputs.length }
  const state = { isUnfinished: entry !== undefined, ...(entry && { stamp: '' }) }
  return [operationOn(id, 'index', { ...entryOf(put.document), ...versions, ...state })]
}

function removeOthers(change: Change): Operation[] {
  const removal = { kind: 'delete', routing: change.id } as const
  return outdatedBy(change).flatMap((version): Operation[] => [
    ...chunkIds(change.id, version).map((id) => ({ ...removal, part: 'chunks', id }) as const),
    ...textIds(change.id, version).map((id) => ({ ...removal, part: 'texts', id }) as const),
  ])
}

function finish({ id, put }: Change): Operation {
  if (!put) return operationOn(id, 'delete')
  const { stamp } = put.document
  return operationOn(id, 'update', { stamp: stamp.toWellFormed(), others: [], isUnfinished: false })
}
