import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { orUndefined } from '@recallite/command-line'
import { derivedRecordId, type JsonObject, type RecordInput } from '@recallite/records'
import { readForeignRows } from '@recallite/store-sqlite/foreign-rows'
import { Parser } from 'pickleparser'
import {
  type ForeignMemory,
  type ForeignPlace,
  foreign,
  isFile,
  isFolder,
  mappingOf,
  missing,
  textOf,
} from './foreign-memory.js'

/** A memory as mem0 has it, in either of its stores. */
interface Memory {
  readonly id: string
  readonly collection: string
  /** Undefined for a memory without a text, or that cannot be read. */
  readonly content: string | undefined
  readonly createdAt: unknown
  readonly about: Readonly<Record<string, unknown>>
}

/**
 * Reads the memories of mem0 from its local stores: the points of Qdrant folders, as the Python client writes them, and the
 * history of changes (`history.db`), which has the texts of memories that no folder has any more.
 * @throws ImportError
 */
export function readMem0(place: ForeignPlace): ForeignMemory {
  const { history, collections } = storesOf(place)
  const points = collections.flatMap(readPoints)
  const stored = new Set(points.map(({ id }) => id))
  const changed = (history === undefined ? [] : readHistory(history)).filter(({ id }) => !stored.has(id))
  const memories = [...points, ...changed]
  const unread = memories.filter(({ content }) => content === undefined).length
  return {
    readFrom: [...collections, ...(history === undefined ? [] : [history])],
    roots: [],
    settings: [],
    records: memories.flatMap((memory) => toRecord(memory)),
    left: [
      ...(unread > 0
        ? [{ what: `${unread} entries`, why: 'they have no text: deleted, or not memories' }]
        : []),
      { what: 'vectors', why: 'your own model makes them anew' },
    ],
  }
}

function storesOf({ path, home, variables }: ForeignPlace) {
  if (path !== undefined && isFile(path)) return { history: path, collections: [] }
  const folder = path ?? (variables['MEM0_DIR'] || join(home, '.mem0'))
  const qdrant = [folder, ...foldersIn(folder), ...(path === undefined ? usualQdrant() : [])]
  const folders = qdrant.flatMap((each) => foldersIn(join(each, 'collection')))
  const collections = folders.map((each) => join(each, 'storage.sqlite')).filter(isFile)
  const history = join(folder, 'history.db')
  if (isFile(history)) return { history, collections }
  if (collections.length === 0) throw missing(history, 'mem0')
  return { history: undefined, collections }
}

/** The folder in which mem0 keeps its points by itself; other users may have made it in that place. */
function usualQdrant(): string[] {
  const folder = '/tmp/qdrant'
  return isFolder(folder) && statSync(folder).uid === process.getuid?.() ? [folder] : []
}

const foldersIn = (folder: string): string[] =>
  isFolder(folder)
    ? readdirSync(folder)
        .map((name) => join(folder, name))
        .filter(isFolder)
    : []

function rowsOf(file: string, sql: string) {
  try {
    return readForeignRows(file, sql)
  } catch (error) {
    throw foreign(file, 'mem0', error)
  }
}

function readPoints(file: string): Memory[] {
  return rowsOf(file, 'SELECT point FROM points ORDER BY rowid').map(({ point }) => {
    // Parsing runs nothing of a pickle: what is no text, number or list of Python is an object without functions.
    const model = orUndefined(() => new Parser().parse<unknown>(point as Uint8Array))
    const { id, payload } = mappingOf(mappingOf(model)['__dict__'])
    const { data, hash: _, created_at: createdAt, ...about } = mappingOf(payload)
    return { id: String(id), collection: basename(dirname(file)), content: textOf(data), createdAt, about }
  })
}

const changes = 'SELECT memory_id, new_memory, event, created_at, actor_id, role FROM history ORDER BY rowid'

/** The latest change of each memory. */
function readHistory(file: string): Memory[] {
  const latest = new Map<unknown, Memory>()
  for (const { memory_id: id, new_memory: data, event, created_at, ...about } of rowsOf(file, changes)) {
    const content = event === 'DELETE' ? undefined : textOf(data)
    const createdAt = latest.get(id)?.createdAt ?? created_at
    latest.set(id, { id: String(id), collection: 'mem0', content, createdAt, about })
  }
  return [...latest.values()]
}

/** The record of a memory; none for one without a text. What is known of it is its context, as JSON has it. */
function toRecord({ id, collection, content, createdAt: created, about }: Memory): RecordInput[] {
  if (content === undefined) return []
  const time = Date.parse(String(created))
  const createdAt = Number.isNaN(time) ? undefined : time
  const given = Object.entries({ ...about, mem0_id: id }).filter(([, value]) => value !== null)
  const context = JSON.parse(JSON.stringify(Object.fromEntries(given))) as JsonObject
  const session = textOf(about['run_id'])
  return [
    { id: derivedRecordId(createdAt ?? 0, `mem0/${id}`), collection, content, createdAt, session, context },
  ]
}
