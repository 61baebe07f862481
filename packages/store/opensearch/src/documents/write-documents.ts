import {
  StoreError,
  unknownRoot,
  type DocumentAddress,
  type DocumentChanges,
  type NewDocument,
  type WriteOptions,
} from '@recallite/store'
import { refresh, search, write, type Current, type Operation, type Session } from '../connection/session.js'
import { writeCell } from '../connection/cells.js'
import { allOf, isOneOf, not } from '../keyword/match-query.js'
import { spacesWithVectors } from '../vectors/vectors.js'
import { chunkOperations, keysOf } from './chunk-parts.js'
import { chunkIds, entryId, entryOf, filteredFields, newVersion, readEntries, textIds } from './entries.js'
import type { Entry, Version } from './entries.js'
import { countWrite } from './generation.js'
import { listRoots, noteCell } from './roots.js'

/** A document to write or to remove. */
interface Change {
  readonly id: string
  /** Undefined: it is removed. */
  readonly put: NewDocument | undefined
  readonly entry: Current<Entry> | undefined
  readonly next: Version
}

const maxTries = 5

/**
 * Writes each document separately, in steps that leave it whole if they are interrupted:
 *
 * 1. Its entry loses its stamp, and names the new version.
 * 2. The chunks of the new version are added, next to those of the current one.
 * 3. Its entry names the new version as the current one.
 * 4. The chunks of other versions are removed.
 * 5. Its entry gets its stamp; that of a removed document is removed.
 */
export async function writeDocuments(
  session: Session,
  changes: DocumentChanges,
  { wait = true }: WriteOptions = {},
): Promise<void> {
  const { put = [], touched = [], removed = [], notes = [] } = changes
  await assertRoots(session, [...put.map(({ document }) => document), ...touched, ...removed])
  for (let tries = 1; ; tries += 1) {
    if (await tryWrite(session, put, removed)) break
    if (wait && tries < maxTries) continue
    throw new StoreError(
      'STORE_BUSY',
      'Another process is writing the same documents. Try again in a moment.',
    )
  }
  const marks = touched.map(({ stamp, readAt, ...address }): Operation => {
    return {
      ...entryOperation(session, entryId(address)),
      kind: 'update',
      document: { stamp: stamp.toWellFormed(), readAt },
    }
  })
  await write(session, marks)
  for (const { name, value } of notes) await writeCell(session, noteCell(name), value)
  if (put.length + touched.length + removed.length === 0) return
  await refresh(session, ...(['documents', 'chunks', 'texts'] as const).map(session.index))
  await countWrite(session)
}

async function assertRoots(session: Session, addresses: readonly DocumentAddress[]): Promise<void> {
  if (addresses.length === 0) return
  const names = new Set((await listRoots(session)).map(({ name }) => name))
  const unknown = addresses.find(({ root }) => !names.has(root))
  if (unknown) throw unknownRoot(unknown.root)
}

/** Resolves to false if another process writes one of the documents. */
async function tryWrite(
  session: Session,
  put: readonly NewDocument[],
  removed: readonly DocumentAddress[],
): Promise<boolean> {
  const changes = await readChanges(session, put, removed)
  if (changes.length === 0) return true
  await assertUniqueIds(session, changes)
  const begun = await write(
    session,
    changes.map((change) => begin(session, change)),
  )
  if (begun.includes(false)) return false
  const given = changes.flatMap((change) => change.put ?? [])
  const spaces = await spacesWithVectors(session, keysOf(given))
  const spacesOf = (key: string) => spaces.get(key) ?? []
  await write(
    session,
    changes.flatMap((change) =>
      change.put ? chunkOperations(session, change.put, { version: change.next, spacesOf }) : [],
    ),
  )
  await write(
    session,
    changes.flatMap((change) => switchTo(session, change)),
  )
  const outdated = changes.filter(({ entry }) => entry !== undefined)
  if (outdated.length === 0) return true
  await write(
    session,
    outdated.flatMap((change) => removeOthers(session, change)),
  )
  await write(
    session,
    outdated.map((change) => finish(session, change)),
  )
  return true
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
  const entries = new Map((await readEntries(session, [...given.keys()])).map((entry) => [entry._id, entry]))
  return [...given].flatMap(([id, one]): Change[] => {
    const entry = entries.get(id)
    const next = newVersion((one?.chunks ?? []).map(({ inputs }) => inputs.length))
    return one || entry ? [{ id, put: one, entry, next }] : []
  })
}

/** @throws StoreError `STORE_INVALID_DOCUMENT` */
async function assertUniqueIds(session: Session, changes: readonly Change[]): Promise<void> {
  const ids = changes.flatMap(({ put }) => put?.chunks.map(({ id }) => id) ?? [])
  const isKept = not(
    isOneOf(
      'doc',
      changes.map(({ id }) => id),
    ),
  )
  const isTaken = async () => {
    const query = allOf([isOneOf('id', ids), isKept])
    const { hits } = await search(session, session.index('chunks'), { query, size: 1, _source: false })
    return hits.hits.length > 0
  }
  if (new Set(ids).size === ids.length && (ids.length === 0 || !(await isTaken()))) return
  throw new StoreError(
    'STORE_INVALID_DOCUMENT',
    "A chunk's id is not unique in the store. Nothing was written.",
  )
}

const entryOperation = (session: Session, id: string) => ({ id, index: session.index('documents') })

function begin(session: Session, { id, put, entry, next }: Change): Operation {
  const operation = entryOperation(session, id)
  if (entry) {
    const others = [...entry._source.others, ...(put ? [next] : [])]
    return { ...operation, kind: 'update', over: entry, document: { stamp: '', others, isUnfinished: true } }
  }
  const { json, checksum, readAt, spoken } = entryOf((put as NewDocument).document)
  const state = { stamp: '', current: null, others: [next], isUnfinished: true, chunkCount: 0 }
  const empty: Entry = { json, checksum, readAt, spoken, ...state }
  return {
    ...operation,
    kind: 'create',
    document: { ...filteredFields((put as NewDocument).document), ...empty },
  }
}

/** The versions that a change makes outdated. */
const outdatedBy = ({ entry }: Change): readonly Version[] =>
  entry ? [...entry._source.others, ...(entry._source.current ? [entry._source.current] : [])] : []

function switchTo(session: Session, change: Change): Operation[] {
  const { id, put, entry, next } = change
  if (!put) return []
  const state = {
    current: next,
    chunkCount: next.inputs.length,
    others: outdatedBy(change),
    isUnfinished: entry !== undefined,
  }
  const document = {
    ...filteredFields(put.document),
    ...entryOf(put.document),
    ...state,
    ...(entry && { stamp: '' }),
  }
  return [{ ...entryOperation(session, id), kind: 'index', document }]
}

function removeOthers(session: Session, change: Change): Operation[] {
  const { id } = change
  const remove =
    (part: 'chunks' | 'texts') =>
    (one: string): Operation => {
      return { kind: 'delete', index: session.index(part), id: one, routing: id }
    }
  return outdatedBy(change).flatMap((version) => [
    ...chunkIds(id, version).map(remove('chunks')),
    ...textIds(id, version).map(remove('texts')),
  ])
}

function finish(session: Session, { id, put }: Change): Operation {
  const operation = entryOperation(session, id)
  if (!put) return { ...operation, kind: 'delete' }
  return {
    ...operation,
    kind: 'update',
    document: { stamp: put.document.stamp.toWellFormed(), others: [], isUnfinished: false },
  }
}
