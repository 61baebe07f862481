import { MemoryError, reasonOf, type MemoryStatus, type Passage } from '@recallite/core'
import type { AgentMemories, AgentMemory } from './agent-memories.js'
import { findHits, locate } from './memory-hits.js'
import type { AgentRequest, MemoryRead, SearchManager } from './openclaw-api.js'

/** OpenClaw's view of the memory of one agent. Its status is that of when it was made or of the last search. */
export async function createSearchManager(
  memories: AgentMemories,
  request: AgentRequest & { readonly isOneShot?: boolean },
): Promise<SearchManager> {
  const use = <Result>(work: (agent: AgentMemory) => Promise<Result>) => memories.use(request, work)
  let known = await use(describe)
  return {
    search: (query, options) =>
      use(async (agent) => {
        const { hits } = await findHits(agent, query, options)
        known = await describe(agent)
        return hits
      }),
    readFile: (where) => use((agent) => readLines(agent, where)),
    status: () => known,
    sync: () =>
      use(async (agent) => {
        await agent.refresh()
        await agent.memory.sync()
        known = await describe(agent)
      }),
    probeEmbeddingAvailability: () =>
      use(async ({ memory }) => {
        const { available, reason } = await memory.probeEmbeddingAvailability()
        return { ok: available, ...(reason !== null && { error: reason }) }
      }),
    probeVectorAvailability: () =>
      use(async ({ memory }) => (await memory.probeVectorAvailability()).available),
    // Others may use the same memory: OpenClaw closes all of them with the runtime.
    close: () => Promise.resolve(),
  }
}

const [usualLines, mostCharacters] = [120, 12_000]

/** Reads some lines of a file of the memory; one that is new is indexed first. Rejects with MemoryError. */
export async function readLines(
  agent: AgentMemory,
  { relPath, from = 1, lines = usualLines }: { relPath: string; from?: number; lines?: number },
): Promise<MemoryRead> {
  const passage = (await getPassage(agent, relPath, { from, lines })) ?? (await getNew(agent, relPath, { from, lines }))
  if (passage === undefined) return { status: 'not_found', path: relPath, text: '' }
  const text = cutLines(passage.text)
  const count = text === '' ? 0 : text.split('\n').length
  const nextFrom = from + count
  const more = nextFrom <= passage.lines && { truncated: true, nextFrom }
  return { status: 'ok', path: relPath, text, from, lines: count, ...more }
}

type Lines = Readonly<Record<'from' | 'lines', number>>

async function getNew(agent: AgentMemory, path: string, lines: Lines): Promise<Passage | undefined> {
  await agent.memory.sync().catch(() => undefined)
  return getPassage(agent, path, lines)
}

async function getPassage(agent: AgentMemory, path: string, lines: Lines): Promise<Passage | undefined> {
  const place = await locate(agent, path)
  if (place === undefined) return undefined
  try {
    return await agent.memory.get({ path: place, ...lines })
  } catch (error) {
    if (MemoryError.isInstance(error) && error.code === 'DOCUMENT_UNKNOWN') return undefined
    throw error
  }
}

/** Whole lines, as many as an answer may have characters. */
function cutLines(text: string): string {
  if (text.length <= mostCharacters) return text
  const end = text.lastIndexOf('\n', mostCharacters)
  return text.slice(0, end > 0 ? end : mostCharacters).toWellFormed()
}

/** The status of a memory as OpenClaw shows it. */
async function describe(agent: AgentMemory): Promise<Readonly<Record<string, unknown>>> {
  const status = await agent.memory.status()
  const { provider, model, files, chunks, database, keywordIndex, vectorSearch, fallback } = status
  return {
    ...{ backend: 'builtin', provider: provider ?? 'none', ...(model !== null && { model }), files, chunks },
    ...{ workspaceDir: agent.workspace, dbPath: database.path, sources: sourcesOf(agent) },
    sourceCounts: sourcesOf(agent).map((source) => countSource(source, status)),
    fts: { enabled: true, available: keywordIndex.available, ...(keywordIndex.reason && { error: keywordIndex.reason }) },
    vector: { enabled: provider !== null, available: vectorSearch.available },
    ...(fallback && { fallback: { from: provider ?? 'none', reason: fallback.reason } }),
    custom: {
      engine: 'recallite',
      degraded: status.degraded.map(({ reason }) => reason),
      ignoredSettings: agent.ignored,
    },
  }
}

function sourcesOf({ hasSessions }: AgentMemory): readonly string[] {
  return hasSessions ? ['memory', 'sessions'] : ['memory']
}

function countSource(source: string, { roots }: MemoryStatus) {
  const own = roots.filter(({ kind }) => (kind === 'sessions') === (source === 'sessions'))
  const sum = (name: 'files' | 'chunks') => own.reduce((total, root) => total + root[name], 0)
  return { source, files: sum('files'), chunks: sum('chunks') }
}

/** A manager, or the reason why there is none. */
export async function tryManager(memories: AgentMemories, request: AgentRequest & { readonly isOneShot?: boolean }) {
  try {
    return { manager: await createSearchManager(memories, request) }
  } catch (error) {
    return { manager: null, error: reasonOf(error) }
  }
}
