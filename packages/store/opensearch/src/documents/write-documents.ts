import { StoreError, unknownRoot } from '@recallite/store'
import type { DocumentAddress, DocumentChanges, NewDocument, WriteOptions } from '@recallite/store'
import { writeCell } from '../connection/cells.js'
import {
  refresh,
  search,
  write,
  type Current,
  type Operation,
  type Session,
  type Written,
} from '../connection/session.js'
import { addWords } from '../keyword/vocabulary.js'
import { allOf, isOneOf, not } from '../keyword/match-query.js'
import { spacesWithVectors } from '../vectors/vectors.js'
import { chunkOperations, keysOf } from './chunk-parts.js'
import {
  chunkIds,
  entryId,
  entryOf,
  newVersion,
  readEntries,
  textIds,
  type Entry,
  type Version,
} from './entries.js'
import { countWrite } from './generation.js'
import { noteCell } from './notes.js'
import { readRoots } from './read-roots.js'

const maxTries = 5

/** See `Store.writeDocuments`. */
export async function writeDocuments(
  session: Session,
  { put = [], touched = [], removed = [], notes = [] }: DocumentChanges,
  { wait = true }: WriteOptions = {},
): Promise<void> {
  const addresses = [...put.map(({ document }) => document), ...touched, ...removed]
  if (addresses.length > 0) await assertRoots(session, addresses)
  for (let tries = wait ? maxTries : 1; !(await tryWrite(session, put, removed)); tries -= 1) {
    if (tries > 1) continue
    throw new StoreError(
      'STORE_BUSY',
      'Another process is writing the same documents. Try again in a moment.',
    )
  }
  await write(
    session,
    touched.map(({ stamp, readAt, ...address }) =>
      operationOn(entryId(address), 'update', { stamp: stamp.toWellFormed(), readAt }),
    ),
  )
  for (const { name, value } of notes) await writeCell(session, noteCell(name), value)
  if (addresses.length === 0) return
  await refresh(session, 'documents', 'chunks', 'texts', 'words')
  await countWrite(session)
}

async function assertRoots(session: Session, addresses: readonly DocumentAddress[]): Promise<void> {
  const names = new Set((await readRoots(session)).map(({ name }) => name))
  const unknown = addresses.find(({ root }) => !names.has(root))
  if (unknown) throw unknownRoot(unknown.root)
}

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
async function tryWrite(
  session: Session,
  put: readonly NewDocument[],
  removed: readonly DocumentAddress[],
): Promise<boolean> {
  const changes = await readChanges(session, put, removed)
  if (changes.length === 0) return true
  await assertUniqueIds(session, changes)
  const begun = await write(session, changes.map(begin))
  if (!begun.every(({ isDone }) => isDone)) return false
  await addWords(
    session,
    put.flatMap(({ chunks }) => chunks.map(({ words }) => words)),
  )
  const spaces = await spacesWithVectors(session, keysOf(put))
  const spacesOf = (key: string) => spaces.get(key) ?? []
  const added = changes.flatMap((change) =>
    change.put ? chunkOperations(change.put, { version: change.next, spacesOf }) : [],
  )
  await write(session, added)
  const valid = await switchVersions(session, changes, begun)
  if (!valid) return false
  const outdated = changes.filter(({ entry }) => entry !== undefined)
  await write(session, outdated.flatMap(removeOthers))
  // If another process has begun to write a document, it finishes it.
  await write(
    session,
    outdated.map((change) => ({ ...finish(change), over: valid.get(change.id) })),
  )
  return true
}

/** Resolves to the versions of the entries, or to undefined if another process has begun to write one of the documents. */
async function switchVersions(session: Session, changes: readonly Change[], begun: readonly Written[]) {
  const versions = new Map(changes.map(({ id }, at) => [id, begun[at]?.over ?? {}]))
  const switched = changes.filter(({ put }) => put !== undefined)
  const written = await write(
    session,
    switched.map((change) => ({ ...switchVersion(change), over: versions.get(change.id) })),
  )
  for (const [at, { id }] of switched.entries()) versions.set(id, written[at]?.over ?? {})
  const overtaken = switched.filter((_, at) => !written[at]?.isDone)
  await write(
    session,
    overtaken.flatMap(({ id, next }) => removeVersion(id, next)),
  )
  return overtaken.length === 0 ? versions : undefined
}

/** Of documents with the same address, the last one is written. */
async function readChanges(
  session: Session,
  put: readonly NewDocument[],
  removed: readonly DocumentAddress[],
): Promise<Change[]> {
  const given = new Map<string, NewDocument | undefined>(
    removed.map((address) => [entryId(address), undefined]),
  )
  for (const one of put) given.set(entryId(one.document), one)
  const entries = new Map((await readEntries(session, [...given.keys()])).map((entry) => [entry.id, entry]))
  return [...given].flatMap(([id, one]): Change[] => {
    const entry = entries.get(id)
    const next = newVersion((one?.chunks ?? []).map(({ inputs }) => inputs.length))
    return one || entry ? [{ id, put: one, entry, next }] : []
  })
}

/** @throws StoreError `STORE_INVALID_DOCUMENT` */
async function assertUniqueIds(session: Session, changes: readonly Change[]): Promise<void> {
  const ids = changes.flatMap(({ put }) => put?.chunks.map(({ id }) => id) ?? [])
  if (ids.length === 0) return
  const elsewhere = not(
    isOneOf(
      'doc',
      changes.map(({ id }) => id),
    ),
  )
  const taken = { query: allOf(isOneOf('id', ids), elsewhere), size: 1, _source: false }
  if (new Set(ids).size === ids.length && (await search(session, 'chunks', taken)).hits.length === 0) return
  throw new StoreError(
    'STORE_INVALID_DOCUMENT',
    "A chunk's id is not unique in the store. Nothing was written.",
  )
}

const operationOn = (id: string, kind: Operation['kind'], document?: object): Operation => ({
  kind,
  part: 'documents',
  id,
  document,
})

type State = Pick<Entry, 'current' | 'others' | 'isUnfinished' | 'chunkCount'>

function begin({ id, put, entry, next }: Change): Operation {
  const added = put ? [next] : []
  if (entry) {
    const document = { stamp: '', others: [...entry.source.others, ...added], isUnfinished: true }
    return { ...operationOn(id, 'update', document), over: entry.over }
  }
  const state: State = { current: null, others: added, isUnfinished: true, chunkCount: 0 }
  return operationOn(id, 'create', { ...(put && entryOf(put.document)), ...state, stamp: '' })
}

/** The versions that a change makes outdated. */
const outdatedBy = ({ entry }: Change): readonly Version[] =>
  entry ? [...entry.source.others, ...(entry.source.current ? [entry.source.current] : [])] : []

/** A new document is finished by this step. */
function switchVersion(change: Change): Operation {
  const { id, put, entry, next } = change
  const isUnfinished = entry !== undefined
  const state: State = {
    current: next,
    others: outdatedBy(change),
    isUnfinished,
    chunkCount: next.inputs.length,
  }
  const document = { ...(put && entryOf(put.document)), ...state, ...(isUnfinished && { stamp: '' }) }
  return operationOn(id, 'index', document)
}

const removeOthers = (change: Change): Operation[] =>
  outdatedBy(change).flatMap((version) => removeVersion(change.id, version))

function removeVersion(routing: string, version: Version): Operation[] {
  const remove = (part: 'chunks' | 'texts') => (id: string) =>
    ({ kind: 'delete', part, id, routing }) as const
  return [
    ...chunkIds(routing, version).map(remove('chunks')),
    ...textIds(routing, version).map(remove('texts')),
  ]
}

function finish({ id, put }: Change): Operation {
  if (!put) return operationOn(id, 'delete')
  return operationOn(id, 'update', {
    stamp: put.document.stamp.toWellFormed(),
    others: [],
    isUnfinished: false,
  })
}
