import type { MemoryStatus } from '@recallite/core'
import type { AgentMemories, AgentMemory } from './agent-memories.js'
import { findHits } from './memory-hits.js'
import { readLines } from './memory-read.js'
import type { AgentRequest, HitOptions, HitSource, ReadRequest } from './openclaw-api.js'

/** OpenClaw's interface to the memory of an agent. Its status is updated by each search and sync. */
export async function createSearchManager(memories: AgentMemories, request: AgentRequest) {
  const use = <Result>(work: (agent: AgentMemory) => Promise<Result>) => memories.use(request, work)
  let status = await use(describe)
  const renew = async (agent: AgentMemory) => void (status = await describe(agent))
  return {
    search: (query: string, options?: HitOptions) =>
      use(async (agent) => {
        // OpenClaw passes on any input.
        if (query.trim() === '') return []
        const { hits } = await findHits(agent, query, options)
        await renew(agent)
        return hits
      }),
    readFile: (where: ReadRequest) => use((agent) => readLines(agent, where)),
    status: () => status,
    sync: () =>
      use(async (agent) => {
        await agent.refresh()
        await agent.memory.sync()
        await renew(agent)
      }),
    async probeEmbeddingAvailability() {
      const { available: ok, reason } = await use(({ memory }) => memory.probeEmbeddingAvailability())
      return reason === null ? { ok } : { ok, error: reason }
    },
    probeVectorAvailability: () =>
      use(async ({ memory }) => (await memory.probeVectorAvailability()).available),
    // Other managers may share the memory, which closes with all others.
    close: () => Promise.resolve(),
  }
}

async function describe(agent: AgentMemory) {
  const status = await agent.memory.status()
  const { provider, model, files, chunks, keywordIndex, vectorSearch, fallback } = status
  const sources: HitSource[] = agent.hasSessions ? ['memory', 'sessions'] : ['memory']
  return {
    backend: 'builtin',
    provider: provider ?? 'none',
    model: model ?? undefined,
    files,
    chunks,
    workspaceDir: agent.workspace,
    dbPath: status.database.path,
    sources,
    sourceCounts: sources.map((source) => countSource(source, status)),
    fts: { enabled: true, available: keywordIndex.available },
    vector: { enabled: provider !== null, available: vectorSearch.available },
    fallback: fallback ? { from: provider ?? 'none', reason: fallback.reason } : undefined,
    custom: {
      engine: 'recallite',
      degraded: status.degraded.map(({ reason }) => reason),
      ignored: agent.ignored,
    },
  }
}

function countSource(source: HitSource, { roots }: MemoryStatus) {
  const ofSource = roots.filter(({ kind }) => (kind === 'sessions') === (source === 'sessions'))
  const sum = (name: 'files' | 'chunks') => ofSource.reduce((total, root) => total + root[name], 0)
  return { source, files: sum('files'), chunks: sum('chunks') }
}
