import type { Store } from '@recallite/store'
import type { Records } from '../records/create-records.js'
import type { RecallOptions } from '../records/record-memory.js'
import type { createFreshness } from '../freshness/freshness.js'
import type { Memory, MemorySearchOptions, SearchReport } from '../memory.js'
import type { Source } from '../sources/source.js'
import { resolveSources } from '../sources/resolve-sources.js'
import type { Degradation, MemoryScope, ResultKind, Searched } from './answer.js'
import type { Answering } from './cached-search.js'
import type { SearchRequest, SearchSource } from './run-stages.js'
import { filtersOf, resolveSearchOptions, type SearchOptions } from './search-options.js'
import { type FoundAnswer, search, withoutRepeats } from './search.js'
import { kindsOf, type SearchedKind } from './searched-kind.js'

/** The parts of a memory that a search uses. */
interface Searchable {
  readonly source: SearchSource
  readonly scope: MemoryScope
  readonly sources: readonly Source[]
  readonly records: Records | undefined
  readonly recall: RecallOptions | undefined
  readonly answer: Answering
  readonly refresh: ReturnType<typeof createFreshness>
}

/** The search methods of a memory: each updates the index, then runs the stages. */
export function createSearching(memory: Searchable): Pick<Memory, 'search' | 'candidates' | 'why'> {
  const { source, sources, records, recall = {}, answer } = memory
  return {
    async search(query, options = {}) {
      const opened = await open(memory, query, options)
      const answered = await answer(opened.request, source)
      const returned = answered.answer.results.flatMap(({ record }) => record?.id ?? [])
      if (returned.length > 0) records?.returned(returned)
      return toReport(memory, opened, answered.answer)
    },
    async candidates(query, options = {}) {
      const opened = await open(memory, query, options)
      const answered = await search({ ...opened.request, runsAll: true }, source)
      const { candidatesOf } = await import('./candidates.js')
      const { adjustmentsOf } = opened
      const candidates = await candidatesOf(answered.trace, { adjustmentsOf, recall })
      return { report: toReport(memory, opened, answered.answer), candidates }
    },
    async why(query, path, options = {}) {
      const { searched } = await openFiles(memory, options)
      const { why } = await import('./why/why.js')
      return why({ query, path, searched, options }, { ...source, sources })
    },
  }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Updates the index: first the files, then the records. */
async function open(memory: Searchable, query: string, options: MemorySearchOptions) {
  const { records } = memory
  const names = kindsOf(options, records !== undefined)
  const files = names.includes('file') ? await openFiles(memory, options) : nothingOpened
  const recalled = names.includes('record') && records ? await records.searched(options) : nothingOpened
  const kinds = [files.searched, recalled.searched].filter((each) => each !== undefined)
  const request: SearchRequest = { text: query, kinds, options }
  const { degraded, adjustmentsOf } = recalled
  return { request, files, degraded, adjustmentsOf, sync: files.time + recalled.time }
}

interface OpenedFiles extends Awaited<ReturnType<Searchable['refresh']>> {
  readonly searched: SearchedKind
  readonly roots: readonly string[]
}

const noFailures: readonly Degradation[] = []

const nothingOpened = {
  searched: undefined,
  adjustmentsOf: undefined,
  roots: [],
  stalePaths: [],
  syncFailure: null,
  isStale: false,
  degraded: noFailures,
  time: 0,
}

async function openFiles(
  { source, sources, refresh }: Searchable,
  { freshness, ...options }: MemorySearchOptions,
): Promise<OpenedFiles> {
  const { store } = source
  const refreshed = await refresh(freshness)
  const { options: narrowed, roots } = await hideSessions(store, sources, options)
  const [filters, settings] = [filtersOf(narrowed), resolveSearchOptions(options)]
  const searched = { kind: 'file', store, filters, settings, now: source.now() } as const
  return { ...refreshed, searched, roots }
}

function toReport(
  { source, scope, sources }: Searchable,
  { request, files, degraded: stale, sync }: Opened,
  { found, ...answered }: FoundAnswer,
): SearchReport {
  const { stalePaths, syncFailure, isStale, roots } = files
  const timings = { ...answered.timings, sync, total: answered.timings.total + sync }
  const degraded = withoutRepeats([...answered.degraded, ...stale])
  const refused = files.searched ? resolveSources(sources, source.store.within).refused : []
  const kinds: ResultKind[] = request.kinds.map(({ kind }) => kind)
  const project = scope.kind === 'project' ? scope.folder : null
  const searched: Searched = { scope: scope.kind, project, roots, kinds }
  const answer = { ...answered, degraded, searched, stale: isStale, timings }
  return { answer, found, stalePaths, syncFailure, refused }
}

/** Excludes transcripts that were indexed earlier, unless a source contains them or the caller names roots; for `session`, all else. */
async function hideSessions(
  store: Pick<Store, 'listRoots'>,
  sources: readonly Source[],
  options: SearchOptions,
): Promise<{ readonly options: SearchOptions; readonly roots: readonly string[] }> {
  const isOnlySessions = options.kinds?.includes('session') === true && !options.kinds.includes('file')
  if (options.roots !== undefined && !isOnlySessions) return { options, roots: options.roots }
  const all = await store.listRoots()
  const hasSessions = sources.some((source) => typeof source !== 'string' && source.kind === 'sessions')
  const searched = all.filter(({ kind, name }) => {
    if (isOnlySessions) return kind === 'sessions' && (options.roots?.includes(name) ?? true)
    return hasSessions || kind !== 'sessions'
  })
  const roots = searched.map(({ name }) => name)
  return { options: searched.length === all.length ? options : { ...options, roots }, roots }
}
