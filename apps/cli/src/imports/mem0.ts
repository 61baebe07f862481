import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { derivedRecordId, type JsonObject, type RecordInput } from '@recallite/records'
import { readForeignRows } from '@recallite/store-sqlite/foreign-rows'
import {
  type ForeignMemory,
  type ForeignPlace,
  foreign,
  isFile,
  isFolder,
  type LeftOut,
  mappingOf,
  missing,
  textOf,
} from './foreign-memory.js'
import { readPickle } from './python-pickle.js'

/**
 * Reads the memories of mem0 from its local stores: the points of Qdrant folders, as the Python client writes them, and the
 * history of changes (`history.db`), which has the texts of memories that no folder has any more.
 * @throws ImportError
 */
export function readMem0(place: ForeignPlace): ForeignMemory {
  const { history, collections } = storesOf(place)
  const points = collections.map((file) => readPoints(file))
  const changes = history === undefined ? undefined : readHistory(history)
  const stored = new Set(points.flatMap(({ records }) => records.map(({ id }) => id)))
  const records = [
    ...points.flatMap((each) => each.records),
    ...(changes?.records ?? []).filter(({ id }) => !stored.has(id)),
  ]
  return {
    readFrom: [...collections, ...(history === undefined ? [] : [history])],
    parts: [{ roots: [], records }],
    settings: [],
    left: [...points.flatMap(({ left }) => left), ...(changes?.left ?? []), { what: 'vectors', why: 'your own model makes them anew' }],
  }
}

interface Stores {
  readonly history: string | undefined
  /** The databases of Qdrant's collections. */
  readonly collections: readonly string[]
}

/** Where mem0 keeps its points by itself. */
const usualQdrant = '/tmp/qdrant'

function storesOf({ path, home, variables }: ForeignPlace): Stores {
  const folder = path ?? (variables['MEM0_DIR'] || join(home, '.mem0'))
  if (path !== undefined && isFile(path)) return { history: path, collections: [] }
  const shared = path === undefined && isOwn(usualQdrant) ? [usualQdrant] : []
  const collections = [folder, ...foldersIn(folder), ...shared].flatMap(collectionsIn)
  const histories = [join(folder, 'history.db'), ...(collections.length > 0 ? [join(dirname(folder), 'history.db')] : [])]
  const history = histories.find(isFile)
  if (history === undefined && collections.length === 0) throw missing(histories[0] ?? folder, 'mem0')
  return { history, collections }
}

/** Other users may have made a folder in a place that all share. */
const isOwn = (folder: string): boolean => isFolder(folder) && statSync(folder).uid === process.getuid?.()

const foldersIn = (folder: string): string[] =>
  isFolder(folder) ? readdirSync(folder).map((name) => join(folder, name)).filter(isFolder) : []

/** The databases of the collections of a Qdrant folder, without the one in which mem0 keeps what is about itself. */
function collectionsIn(folder: string): string[] {
  if (!existsSync(join(folder, 'meta.json'))) return []
  const files = foldersIn(join(folder, 'collection')).map((each) => join(each, 'storage.sqlite'))
  return files.filter((file) => isFile(file) && !dirname(file).endsWith('mem0migrations'))
}

interface Memories {
  readonly records: readonly RecordInput[]
  readonly left: readonly LeftOut[]
}

function rowsOf(file: string, sql: string, reason: string) {
  try {
    return readForeignRows(file, sql)
  } catch (error) {
    throw foreign(file, reason, error)
  }
}

function readPoints(file: string): Memories {
  const rows = rowsOf(file, 'SELECT point FROM points ORDER BY rowid', 'is no collection of Qdrant')
  const collection = dirname(file).split(/[/\\]/u).at(-1) ?? 'mem0'
  const records: RecordInput[] = []
  let unread = 0
  for (const { point } of rows) {
    const record = recordOf(point, collection)
    if (record === undefined) unread += 1
    else records.push(record)
  }
  const what = `${unread} points of ${collection}`
  return { records, left: unread === 0 ? [] : [{ what, why: 'they have no text, or are not written as expected' }] }
}

function recordOf(point: unknown, collection: string): RecordInput | undefined {
  try {
    const { id, payload } = mappingOf(readPickle(point as Uint8Array))
    const { data, hash: _, created_at: createdAt, run_id: session, ...rest } = mappingOf(payload)
    const content = textOf(data)
    if (content === undefined) return undefined
    const about = { ...rest, ...(session !== undefined && { run_id: session }), mem0_id: id }
    return toRecord(String(id), content, { collection, createdAt, session, context: plain(about) })
  } catch {
    return undefined
  }
}

/** A context as JSON has it, without what is null. */
function plain(context: Readonly<Record<string, unknown>>): JsonObject {
  const given = Object.entries(context).filter(([, value]) => value !== null && value !== undefined)
  return JSON.parse(JSON.stringify(Object.fromEntries(given))) as JsonObject
}

function toRecord(
  id: string,
  content: string,
  about: { collection: string; createdAt: unknown; session?: unknown; context: JsonObject },
): RecordInput {
  const { collection, context } = about
  const time = Date.parse(String(about.createdAt))
  const createdAt = Number.isNaN(time) ? undefined : time
  return { id: derivedRecordId(createdAt ?? 0, `mem0/${id}`), collection, content, createdAt, session: textOf(about.session), context }
}

const changesOf =
  'SELECT memory_id AS id, new_memory AS content, event, created_at, updated_at, actor_id, role FROM history ORDER BY rowid'

/** The latest text of each memory that was not deleted. */
function readHistory(file: string): Memories {
  const rows = rowsOf(file, changesOf, 'has no table history as mem0 has')
  const latest = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const id = String(row['id'])
    const before = latest.get(id)
    latest.set(id, { ...row, created_at: before?.['created_at'] ?? row['created_at'] ?? row['updated_at'] ?? null })
  }
  const deleted = [...latest.values()].filter(({ event }) => event === 'DELETE').length
  const records = [...latest].flatMap(([id, { event, content, created_at: createdAt, actor_id, role }]) => {
    const text = textOf(content)
    if (event === 'DELETE' || text === undefined) return []
    return [toRecord(id, text, { collection: 'mem0', createdAt, context: plain({ actor_id, role, mem0_id: id }) })]
  })
  const older = rows.length - latest.size
  return {
    records,
    left: [
      ...(older > 0 ? [{ what: `${older} earlier changes of memories`, why: 'the latest text is taken' }] : []),
      ...(deleted > 0 ? [{ what: `${deleted} deleted memories`, why: 'mem0 has deleted them' }] : []),
    ],
  }
}
