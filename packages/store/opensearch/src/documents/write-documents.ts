import { StoreError, type DocumentAddress, type DocumentChanges, type KeptRoot } from '@recallite/store'
import type { NewDocument, Store, WriteOptions } from '@recallite/store'
import { changeCell, countWrite, createNotes } from '../connection/cells.js'
import {
  count,
  ifCurrent,
  refresh,
  scan,
  write,
  type Current,
  type Operation,
  type Session,
} from '../connection/session.js'
import { indexed } from '../keyword/index-words.js'
import { allOf, isOneOf, not } from '../keyword/match-query.js'
import { addWords } from '../keyword/vocabulary.js'
import { spacesWithVectors } from '../vectors/vectors.js'
import { chunkOperations, keysOf } from './chunk-parts.js'
import { chunkIds, documentOf, entryId, entryOf, newVersion, readEntries, textIds } from './entries.js'
import type { Entry, Version } from './entries.js'
import { assertRoots } from './roots.js'

const maxTries = 5
const removedAtOnce = 200

export const createDocumentWrites = (session: Session) =>
  ({
    writeDocuments: (changes, options) => writeDocuments(session, changes, options),
    /** Documents are removed first, so that an interrupted removal can be repeated. */
    async removeRoot(name) {
      await assertRoots(session, [name])
      const query = isOneOf('root', [indexed(name)])
      const pages = { query, size: removedAtOnce, sort: [{ doc: 'asc' }] }
      for await (const hits of scan<Entry>(session, 'documents', pages))
        await writeDocuments(session, { removed: hits.map(({ _source }) => documentOf(_source)) })
      await changeCell<readonly KeptRoot[]>(session, 'roots', (roots = []) =>
        roots.filter((root) => root.name !== name),
      )
      await countWrite(session)
    },
  }) satisfies Pick<Store, 'writeDocuments' | 'removeRoot'>

async function writeDocuments(
  session: Session,
  changes: DocumentChanges,
  { wait = true }: WriteOptions = {},
) {
  const { put = [], touched = [], removed = [], notes = [] } = changes
  const addresses = [...put.map(({ document }) => document), ...touched, ...removed]
  if (addresses.length > 0)
    await assertRoots(
      session,
      addresses.map(({ root }) => root),
    )
  for (let tries = wait ? maxTries : 1; !(await tryWrite(session, put, removed)); tries -= 1)
    if (tries === 1)
      throw new StoreError(
        'STORE_BUSY',
        'Another process is writing the same documents. Try again in a moment.',
      )
  const marks = touched.map(({ stamp, readAt, ...address }) =>
    operationOn(entryId(address), 'update', { stamp: stamp.toWellFormed(), readAt }),
  )
  await write(session, marks)
  for (const { name, value } of notes) await createNotes(session).write(name, value)
  if (addresses.length === 0) return
  await refresh(session, 'documents', 'chunks', 'texts', 'words')
  await countWrite(session)
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
  if (begun.includes(false)) return false
  const chunks = changes.flatMap(({ put: added }) => added?.chunks ?? [])
  await addWords(session, chunks)
  const spaces = await spacesWithVectors(session, chunks.flatMap(keysOf))
  const spacesOf = (key: string) => spaces.get(key) ?? []
  const additions = changes.flatMap(({ put: added, next: version }) =>
    added ? chunkOperations(added, { version, spacesOf }) : [],
  )
  await write(session, additions)
  await write(session, changes.flatMap(switchVersion))
  const outdated = changes.filter(({ entry }) => entry !== undefined)
  await write(session, outdated.flatMap(removeOthers))
  await write(session, outdated.map(finish))
  return true
}

/** Of documents with the same address, the last one is written. */
async function readChanges(
  session: Session,
  put: readonly NewDocument[],
  removed: readonly DocumentAddress[],
): Promise<Change[]> {
  const documents = new Map<string, NewDocument | undefined>()
  for (const address of removed) documents.set(entryId(address), undefined)
  for (const added of put) documents.set(entryId(added.document), added)
  const entries = await readEntries(session, [...documents.keys()])
  const byId = new Map(entries.map((entry) => [entry._id, entry]))
  return [...documents].flatMap(([id, added]): Change[] => {
    const entry = byId.get(id)
    const next = newVersion((added?.chunks ?? []).map(({ inputs }) => inputs.length))
    return added || entry ? [{ id, put: added, entry, next }] : []
  })
}

/** @throws StoreError `STORE_INVALID_DOCUMENT` */
async function assertUniqueIds(session: Session, changes: readonly Change[]): Promise<void> {
  const ids = changes.flatMap(({ put }) => put?.chunks.map(({ id }) => id) ?? [])
  if (ids.length === 0) return
  const documents = changes.map(({ id }) => id)
  const query = allOf(isOneOf('id', ids), not(isOneOf('doc', documents)))
  const isTaken = new Set(ids).size < ids.length || (await count(session, 'chunks', { query, max: 1 })) > 0
  const message = "A chunk's id is not unique in the store. Nothing was written."
  if (isTaken) throw new StoreError('STORE_INVALID_DOCUMENT', message)
}

function operationOn(id: string, kind: Operation['kind'], document?: object): Operation {
  return { kind, part: 'documents', id, document }
}

type State = Pick<Entry, 'current' | 'others' | 'isUnfinished' | 'chunkCount'>

function begin({ id, put, entry, next }: Change): Operation {
  const added = put ? [next] : []
  if (entry) {
    const document = { stamp: '', others: [...entry._source.others, ...added], isUnfinished: true }
    return { ...operationOn(id, 'update', document), over: ifCurrent(entry) }
  }
  const state: State = { current: null, others: added, isUnfinished: true, chunkCount: 0 }
  return operationOn(id, 'create', { ...(put && entryOf(put.document)), ...state, stamp: '' })
}

/** The versions that a change makes outdated. */
const outdatedBy = ({ entry }: Change): readonly Version[] =>
  entry ? [...entry._source.others, ...(entry._source.current ? [entry._source.current] : [])] : []

/** A new document is finished by this step. */
function switchVersion(change: Change): Operation[] {
  const { id, put, entry, next } = change
  if (!put) return []
  const isUnfinished = entry !== undefined
  const chunkCount = next.inputs.length
  const state: State = { current: next, others: outdatedBy(change), isUnfinished, chunkCount }
  const document = { ...entryOf(put.document), ...state, ...(isUnfinished && { stamp: '' }) }
  return [operationOn(id, 'index', document)]
}

function removeOthers(change: Change): Operation[] {
  const kind = 'delete'
  const { id: routing } = change
  return outdatedBy(change).flatMap((version): Operation[] => [
    ...chunkIds(routing, version).map((id) => ({ kind, part: 'chunks', id, routing }) as const),
    ...textIds(routing, version).map((id) => ({ kind, part: 'texts', id, routing }) as const),
  ])
}

function finish({ id, put }: Change): Operation {
  if (!put) return operationOn(id, 'delete')
  const stamp = put.document.stamp.toWellFormed()
  return operationOn(id, 'update', { stamp, others: [], isUnfinished: false })
}
