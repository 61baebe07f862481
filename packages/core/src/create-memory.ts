import type { RecordStore } from '@recallite/store/records'
import { maintenanceOf } from '@recallite/store'
import {
  assertMemoryOptions,
  memoryParameters,
  recordParameters,
  withCheckedArguments,
} from './check-arguments.js'
import type { PassageSource } from './get/get.js'
import { createFreshness } from './freshness/freshness.js'
import { defaultChunking } from './indexer/fingerprint.js'
import { planIndex } from './indexer/indexer.js'
import { createMemoryIndexer } from './indexer/memory-indexer.js'
import type { Memory, MemoryOptions } from './memory.js'
import { cacheSearches } from './search/cached-search.js'
import type { RecordMemory } from './records/record-memory.js'
import type { Records, RecordsOptions } from './records/create-records.js'
import { createSearching } from './search/search-memory.js'
import { chooseRetrievers } from './search/retrievers/choose-retrievers.js'
import type { SearchSource } from './search/run-stages.js'
import { search } from './search/search.js'
import type { Watching } from './watch/watch-memory.js'
import type { EmbeddingModel } from '@recallite/embeddings'
import { assertSpecification } from './specification.js'
import { type EmbeddingBackend, backendFor } from './embedding/backend.js'
import { createChain } from './embedding/chain.js'
import { type HeldReranker, holdReranker, rerankerBackendFor } from './rerank/reranker.js'

const defaultKeepUnusedVectors = 7 * 86_400_000

/**
 * Creates a memory from a store and, optionally, embedding models. Modules that a search does not need are loaded on first use.
 * @throws MemoryError `OPTION_INVALID`, `SPECIFICATION_UNSUPPORTED`; a backend that opens such a model later fails with this reason
 */
export function createMemory(
  options: MemoryOptions & { readonly records: RecordStore },
): Memory & { readonly records: RecordMemory }
export function createMemory(options: MemoryOptions): Memory
export function createMemory(options: MemoryOptions): Memory {
  assertMemoryOptions(options)
  const resolved = resolveOptions(options)
  const { source, closeModels, sources, chunking, records, indexer } = resolved
  const { store, chain, now } = source
  const passages: PassageSource = { store, records, links: new Map() }
  let watching: Promise<Watching> | undefined
  const loadWatching = async () =>
    (await import('./watch/watch-memory.js')).createWatching({ store, sources }, indexer, now)
  const openWatching = () => (watching ??= loadWatching())
  const subject = { store, sources, chunking, now, indexer, watching: openWatching }
  const refresh = createFreshness(options.freshness ?? 'before-search', subject)

  const memory: Memory = {
    records: records && withCheckedArguments<RecordMemory>(records, recordParameters),
    index: (folders, how = {}) => indexer.index(folders, how),
    sync: (how = {}) => indexer.index([], how),
    optimise: (how = {}) => indexer.optimise(how),
    plan(folders, how = {}) {
      const request = { folders, sources, chunking, skipsSmallGrowth: false }
      return planIndex(store, request, { now, chain, ...how })
    },

    watch: async (how = {}) => (await openWatching()).watch(how),
    warmUp: async () => (await loadProbes()).warmUp(source),

    ...createSearching({ ...resolved, refresh }),

    get: async (where) => (await import('./get/get.js')).get(passages, where),
    getAll: async (locators, how) => (await import('./get/get.js')).getAll(passages, locators, how),
    status: async () => (await import('./status.js')).readMemoryStatus(source),
    probeEmbeddingAvailability: async () => (await loadProbes()).probeEmbedding(source),
    probeVectorAvailability: async () => (await store.status()).vectorSearch,
    backup: async (file, how) => maintenanceOf(store).backup(file, how),
    listDocuments: (root) => store.listDocuments(root),
    readIndexed: async (address) => (await import('./get/read-indexed.js')).readIndexed(passages, address),
    listRoots: () => store.listRoots(),
    describeRoot: async (name, text) =>
      (await import('./sources/describe-root.js')).describeRoot(store, name, text),
    removeRoot: (name) => store.removeRoot(name),
    dropSpace: async (space) => maintenanceOf(store).dropSpace(space),

    async close() {
      await (await watching)?.close()
      try {
        await records?.close()
        await closeModels()
      } finally {
        await store.close()
      }
    },
  }
  return withCheckedArguments(memory, memoryParameters)
}

function resolveOptions({ store, ...options }: MemoryOptions) {
  const { scope = { kind: 'user' }, sources = [], now = Date.now, sleep } = options
  const { cachedAnswers = 0, keepUnusedVectors = defaultKeepUnusedVectors, recall } = options
  const chunking = { ...defaultChunking, ...options.chunking }
  const { source, closeModels } = openSource({ ...options, store, now })
  const { chain } = source
  const records =
    options.records && openRecords({ records: options.records, source, chunking, defaults: recall, sleep })
  const indexing = { store, chain, sources, chunking, records, keepUnusedVectors, now, sleep }
  const indexer = createMemoryIndexer(indexing)
  const answer = cachedAnswers > 0 ? cacheSearches(cachedAnswers) : search
  return { source, closeModels, scope, sources, chunking, records, recall, indexer, answer }
}

/** Loads the code of records on first use. */
function openRecords(options: RecordsOptions): Records {
  let loading: Promise<Records> | undefined
  const load = async () => (await import('./records/create-records.js')).createRecords(options)
  const use = async <Result>(work: (records: Records) => Promise<Result>) => work(await (loading ??= load()))
  return {
    remember: (...given) => use((records) => records.remember(...given)),
    supersede: (...given) => use((records) => records.supersede(...given)),
    forget: (id) => use((records) => records.forget(id)),
    forgetOrigin: (origin) => use((records) => records.forgetOrigin(origin)),
    get: (id) => use((records) => records.get(id)),
    recall: (...given) => use((records) => records.recall(...given)),
    startSession: (session) => use((records) => records.startSession(session)),
    endSession: (...given) => use((records) => records.endSession(...given)),
    listSessions: (request) => use((records) => records.listSessions(request)),
    list: (request) => use((records) => records.list(request)),
    index: (how) => use((records) => records.index(how)),
    embed: (how) => use((records) => records.embed(how)),
    searched: (how) => use((records) => records.searched(how)),
    returned: (ids) => void use(async (records) => records.returned(ids)),
    close: async () => (loading ? (await loading).close() : options.records.close()),
  }
}

const loadProbes = () => import('./probes.js')

const defaultQueryDeadline = 15_000

/** The models, the reranker and the retrievers of a memory; models are opened on first use. */
function openSource({ store, models = [], now = Date.now, ...options }: MemoryOptions) {
  const { queryDeadline: deadline = defaultQueryDeadline, noModelReason, modelIdle, sleep } = options
  const { backendOf = () => undefined } = options
  const chain = createChain({ backends: models.map(toBackend), backendOf, modelIdle, now, sleep })
  const reranker = toHeldReranker(options.reranker, { now, idle: modelIdle })
  const vectors = { store: assertSpecification(store, 'store'), chain, noModelReason, deadline }
  const retrievers = chooseRetrievers(vectors, options.retrievers)
  return {
    source: { ...vectors, retrievers, now, reranker } satisfies SearchSource,
    async closeModels(): Promise<void> {
      await Promise.all([chain.close(), reranker?.close()])
    },
  }
}

function toBackend(model: EmbeddingModel | EmbeddingBackend): EmbeddingBackend {
  return 'embed' in model ? backendFor(assertSpecification(model, 'embedding model')) : model
}

function toHeldReranker(
  reranker: MemoryOptions['reranker'],
  context: Parameters<typeof holdReranker>[1],
): HeldReranker | undefined {
  if (reranker === undefined) return undefined
  const isOpen = 'rerank' in reranker
  const backend = isOpen ? rerankerBackendFor(assertSpecification(reranker, 'reranker')) : reranker
  return holdReranker(backend, context)
}
