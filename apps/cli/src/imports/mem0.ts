import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { orUndefined } from '@recallite/command-line'
import {
  derivedRecordId,
  type JsonObject,
  readTime,
  type RecordInput,
  recordLimits,
} from '@recallite/store/records'
import { StoreError } from '@recallite/store'
import { readForeignRows } from '@recallite/store-sqlite/foreign-rows'
import { Parser } from 'pickleparser'
import {
  type ForeignMemory,
  type ForeignPlace,
  foreign,
  isFile,
  isFolder,
  type Mapping,
  mappingOf,
  missing,
  nothing,
  textOf,
} from './foreign-memory.js'

interface Memory {
  readonly id: string
  readonly collection: string
  /** Blank for a memory without a text, or that cannot be read. */
  readonly content: string
  readonly createdAt: unknown
  readonly about: Mapping
}

/**
 * Reads the memories of mem0 from its local stores: the points of Qdrant folders, as the Python client writes them, and the
 * history of changes (`history.db`), which has the texts of memories that no folder has any more.
 * @throws ImportError
 */
export function readMem0(place: ForeignPlace): ForeignMemory {
  const { history = [], collections } = storesOf(place)
  // A memory that is added meanwhile has its point first: read the other way round, it would be one that has no point.
  const changed = [history].flat().flatMap(readHistory)
  const points = collections.flatMap(readPoints)
  const stored = new Set(points.map(({ id }) => id))
  const all = [...points, ...changed.filter(({ id }) => !stored.has(id))]
  const memories = all.filter((each) => !isEntity(each))
  const texts = memories.filter(({ content }) => content !== '')
  const current = texts.filter(({ about }) => (expiryOf(about) ?? Infinity) > Date.now())
  const names = new Map<unknown, string[]>()
  for (const { content, about } of all.filter(isEntity)) {
    for (const id of about['linked_memory_ids'] as unknown[])
      names.set(id, [...(names.get(id) ?? []), content])
  }
  return {
    ...nothing,
    readFrom: [...collections, history].flat(),
    records: current.map((memory) => toRecord(memory, names.get(memory.id) ?? [])),
    left: [
      ...leftOf(memories.length - texts.length, 'deleted, not a memory, or not readable'),
      ...leftOf(texts.length - current.length, 'expired'),
      { what: 'vectors', why: 'your own model makes them anew' },
    ],
  }
}

const leftOf = (number: number, why: string) =>
  number > 0 ? [{ what: `${number} of the entries`, why }] : []

/** Whether a point is no memory, but a name that mem0 found in memories. */
const isEntity = ({ about }: Memory): boolean =>
  'entity_type' in about && Array.isArray(about['linked_memory_ids'])

function storesOf({ path, home, variables }: ForeignPlace) {
  if (path !== undefined && isFile(path)) return { history: path, collections: [] }
  const folder = path ?? (variables['MEM0_DIR'] || join(home, '.mem0'))
  const qdrant = [folder, ...foldersIn(folder), ...(path === undefined ? usualQdrant() : [])]
  const folders = qdrant.flatMap((each) => foldersIn(join(each, 'collection')))
  const collections = folders.map((each) => join(each, 'storage.sqlite')).filter(isFile)
  const history = join(folder, 'history.db')
  if (isFile(history)) return { history, collections }
  if (collections.length === 0) throw missing(history, 'mem0')
  return { collections }
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
    throw StoreError.isInstance(error) ? error : foreign(file, 'mem0', error)
  }
}

function readPoints(file: string): Memory[] {
  return rowsOf(file, 'SELECT point FROM points ORDER BY rowid').map(({ point }) => {
    // Parsing runs nothing of a pickle: what is no text, number or list of Python is an object without functions.
    const model = orUndefined(() => new Parser().parse<unknown>(point as Uint8Array))
    const { id, payload } = mappingOf(mappingOf(model)['__dict__'])
    const { data, created_at: createdAt, ...about } = mappingOf(payload)
    const collection = basename(dirname(file))
    return { id: String(id), collection, content: textOf(data) ?? '', createdAt, about }
  })
}

const changes = 'SELECT memory_id, new_memory, event, created_at, actor_id, role FROM history ORDER BY rowid'

function readHistory(file: string): Memory[] {
  const latest = new Map<unknown, Memory>()
  for (const { memory_id: id, new_memory: data, event, created_at, ...about } of rowsOf(file, changes)) {
    const content = event === 'DELETE' ? '' : (textOf(data) ?? '')
    const createdAt = latest.get(id)?.createdAt ?? created_at
    latest.set(id, { id: String(id), collection: 'mem0', content, createdAt, about })
  }
  return [...latest.values()]
}

/** The record of a memory. What is known of it is its context, as JSON has it. */
function toRecord(
  { id, collection, content, createdAt, about }: Memory,
  names: readonly string[],
): RecordInput {
  const { hash: _, text_lemmatized: __, ...given } = about
  const known = Object.entries({ ...given, mem0_id: id }).filter(([, value]) => value !== null)
  const created = timeOf(createdAt)
  return {
    id: derivedRecordId(created ?? 0, `mem0/${id}`),
    collection,
    content,
    createdAt: created,
    expiresAt: expiryOf(about),
    session: textOf(about['run_id']),
    tags: entriesOf([about['tags'], about['categories'], about['category']].flat()),
    scopeEntities: entriesOf(names),
    context: contextOf(Object.fromEntries(known)),
  }
}

/** As JSON has it. In a pickle many parts can be one, so that few bytes are gigabytes of JSON: no more is written than a record can have. */
function contextOf(known: Mapping): JsonObject | undefined {
  let written = 0
  const limited = (_: string, value: unknown) => {
    if (written > recordLimits.context) return undefined
    written += typeof value === 'string' ? value.length : 1
    return value
  }
  return orUndefined(() => JSON.parse(JSON.stringify(known, limited)) as JsonObject)
}

const entriesOf = (values: readonly unknown[]): string[] =>
  values.flatMap((value) => textOf(value) ?? []).slice(0, recordLimits.entries)

const timeOf = (value: unknown): number | undefined => readTime(String(value))

const day = 86_400_000

/** When a memory expires: its date, in UTC, is the last day on which mem0 finds it. */
function expiryOf({ expiration_date: date }: Mapping): number | undefined {
  const last = timeOf(date)
  return last === undefined ? undefined : last + day
}
