/*
 * Opens the records of a memory: `X.records.sqlite` beside its database `X.sqlite`, or on the server that has its index; they are the
 * only copy. Their index is `X.records-index.sqlite`, which is derived: while it is damaged, one in memory stands in. The database of the
 * files is not opened.
 */
import { existsSync } from 'node:fs'
import { createRecordMemory, type RecordMemory, type Remembered } from '@recallite/core/records'
import { RecordError, type RecordStore } from '@recallite/records'
import { StoreError, type Store } from '@recallite/store'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { recallSettings, type ResolvedSettings } from '@recallite/settings'
import { openSqliteStore } from './driver.js'
import { chooseBackends } from './embedding/choose-backends.js'
import type { Flags } from './flags/flags.js'
import { findMemory, type MemoryLocation } from './memory-location.js'
import { memoryOptions } from './memory-options.js'
import { assertEnabled, openReranker } from './open-memory.js'
import { openStore } from './open-store.js'
import { recordFiles } from './record-files.js'

/** How a command uses records. */
export interface RecordsUse {
  /** Whether it only reads: a missing file is then refused instead of made. */
  readonly onlyReads?: boolean | undefined
  /** Whether they stay open: idle models are unloaded, and the index does not block the event loop. */
  readonly livesLong?: boolean | undefined
}

/** Records with what says how they are answered. */
export interface OpenRecords {
  readonly records: RecordMemory
  readonly resolved: ResolvedSettings
  /** Why there is no embedding model; undefined if there is one, or none is wanted. */
  readonly noModelReason: string | undefined
}

/** Opens the records of the memory that flags and settings name, works with them and closes them in any case. */
export async function withRecords<Result>(
  flags: Flags,
  use: RecordsUse,
  work: (open: OpenRecords) => Promise<Result>,
): Promise<Result> {
  const open = await openRecords(await findMemory(flags, {}), flags, use)
  try {
    return await work(open)
  } finally {
    await open.records.close()
  }
}

/**
 * Opens the records of a memory, which the caller closes.
 * @throws RecordError, `RECORDS_UNAVAILABLE` if there are none yet and the command makes none; StoreError; UsageError
 */
export async function openRecords(
  location: MemoryLocation,
  flags: Flags,
  { onlyReads = false, livesLong = false }: RecordsUse = {},
): Promise<OpenRecords> {
  const { resolved } = location
  assertEnabled(resolved)
  const store = await openRecordStore(location, onlyReads)
  try {
    const { index, damage } = await openIndex(location, livesLong)
    try {
      const isOffline = flags.offline ?? false
      const choice = await chooseBackends(resolved, { store: index, isOffline, fills: false })
      const { backends, backendOf, noModelReason } = choice
      // What is in memory is gone soon: to embed all records for it would be wasted.
      const models = damage === undefined ? backends : []
      const { chunking, queryDeadline, modelIdle } = memoryOptions(resolved.settings, { livesLong })
      const reranker = await openReranker(resolved, isOffline)
      const how = { models, backendOf, noModelReason, chunking, queryDeadline, modelIdle, reranker }
      const memory = createRecordMemory({ records: store, index, ...how })
      const records = damage === undefined ? memory : sayingOf(memory, damage)
      return { records: withSettings(records, resolved), resolved, noModelReason }
    } catch (error) {
      await index.close()
      throw error
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Recalls as the settings say, unless the caller asks otherwise. */
function withSettings(memory: RecordMemory, resolved: ResolvedSettings): RecordMemory {
  const usual = recallSettings(resolved)
  return {
    ...memory,
    recall: (query, asked = {}) =>
      memory.recall(query, {
        ...asked,
        limit: asked.limit ?? usual.limit,
        threshold: asked.threshold ?? usual.threshold,
        minConfidence: asked.minConfidence ?? usual.minConfidence,
        decay: asked.decay ?? usual.decay,
        fusion: asked.fusion ?? usual.fusion,
      }),
  }
}

/** Works with the records alone, without their index or a model. */
export async function withRecordStore<Result>(
  flags: Flags,
  use: RecordsUse,
  work: (store: RecordStore) => Promise<Result>,
): Promise<Result> {
  const location = await findMemory(flags, {})
  assertEnabled(location.resolved)
  const store = await openRecordStore(location, use.onlyReads ?? false)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/**
 * Opens the records of a memory without their index, which the caller closes.
 * @throws RecordError, `RECORDS_UNAVAILABLE` if there are none yet and the command makes none
 */
export async function openRecordStore(
  location: Pick<MemoryLocation, 'path' | 'connection'>,
  onlyReads: boolean,
): Promise<RecordStore> {
  const { server } = location.connection
  if (server !== undefined) {
    const { openAddressRecords } = await import('@recallite/settings/server-store')
    return openAddressRecords(server, { create: !onlyReads })
  }
  const { records: path } = recordFiles(location.path)
  if (onlyReads && path !== ':memory:' && !existsSync(path)) {
    throw new RecordError(
      'RECORDS_UNAVAILABLE',
      `Nothing is remembered at ${path} yet. Remember something: recallite remember TEXT`,
    )
  }
  return openSqliteRecords({ path, mayBeLink: location.connection.mayBeLink })
}

/** The index holds records, which lie in no folder: it is not confined to one. It is on this machine, wherever the records are. */
async function openIndex(location: MemoryLocation, livesLong: boolean): Promise<OpenIndex> {
  const { index: path } = recordFiles(location.path)
  const { within: _, server: __, ...connection } = location.connection
  try {
    const { store } = await openStore(
      { ...location, path, connection: { ...connection, path } },
      { livesLong },
    )
    return { index: store, damage: undefined }
  } catch (error) {
    if (!StoreError.isInstance(error) || error.code !== 'STORE_CORRUPT') throw error
    // It can be made again from the records, which are whole: nothing that is asked of them has to fail.
    return { index: await openSqliteStore({ ...connection, path: ':memory:' }), damage: error.message }
  }
}

interface OpenIndex {
  readonly index: Store
  /** Why the index is in memory; undefined if it is not. */
  readonly damage: string | undefined
}

/** The memory, each answer of which says what is wrong with its index. */
function sayingOf(memory: RecordMemory, reason: string): RecordMemory {
  const say = <Answer extends Pick<Remembered, 'degraded'>>(answer: Answer): Answer => ({
    ...answer,
    degraded: [...answer.degraded, { retriever: 'index', reason }],
  })
  return {
    ...memory,
    remember: async (content, fields) => say(await memory.remember(content, fields)),
    supersede: async (id, content, fields) => say(await memory.supersede(id, content, fields)),
    recall: async (query, how) => say(await memory.recall(query, how)),
    index: async (how) => ({ ...(await memory.index(how)), embedFailure: reason }),
  }
}
