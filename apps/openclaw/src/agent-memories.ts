import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { printable, UsageError } from '@recallite/command-line'
import { type Degradation, type Memory, reasonOf, type Source } from '@recallite/core'
import { agentIds } from '@recallite/settings'
import { readAgentSettings, type AgentSettings } from './agent-settings.js'
import type { AgentRequest, HostRuntime, PluginConfig } from './openclaw-api.js'
import { mirrorTranscripts, type LoadReader } from './transcripts.js'

/** The memory of one agent. */
export interface AgentMemory extends AgentSettings {
  readonly agentId: string
  readonly memory: Memory
  readonly workspace: string
  /** Brings the copies of the transcripts up to date, if OpenClaw asks for sessions; resolves to what did not work. */
  readonly refresh: () => Promise<readonly Degradation[]>
}

/** The memories of all agents of a process. */
export interface AgentMemories {
  /** What the configuration means for an agent; opens nothing. */
  settings(request: AgentRequest): AgentSettings
  /** Works with the memory of an agent, which stays open unless the process ends soon. */
  use<Result>(request: AgentRequest, work: (agent: AgentMemory) => Promise<Result>): Promise<Result>
  /** Closes the memory of an agent, or all. */
  close(agentId?: string): Promise<void>
}

/** How memories are opened. */
export interface AgentMemoriesOptions {
  readonly plugin?: PluginConfig | undefined
  readonly loadReader: LoadReader
}

interface OpenMemory {
  readonly agentId: string
  readonly configuration: string
  readonly memory: Promise<AgentMemory>
  /** What uses it now, for which its closing waits. */
  readonly works: Set<Promise<unknown>>
}

/** The open memories of this process by the paths of their databases: OpenClaw registers a plugin several times. */
const openMemories = new Map<string, OpenMemory>()

/** The memories of the agents of one process. Each has a database of its own in OpenClaw's state folder, `recallite/<agent>.sqlite`. */
export function createAgentMemories(
  runtime: () => HostRuntime,
  options: AgentMemoriesOptions,
): AgentMemories {
  const settings = (request: AgentRequest) =>
    readAgentSettings(request, { workspace: workspaceOf(request, runtime()), plugin: options.plugin })
  const openNow = (request: AgentRequest) => open(request, runtime(), { ...options, ...settings(request) })

  function openOnce(request: AgentRequest): OpenMemory {
    const { agentId, cfg } = request
    const path = baseOf(request, runtime())
    const own = cfg.agents?.entries?.[agentId]?.memory
    const workspace = workspaceOf(request, runtime())
    const configuration = JSON.stringify([cfg.memory, own, cfg.models, workspace, options.plugin])
    const current = openMemories.get(path)
    if (current?.configuration === configuration) return current
    const memory = closeMemories(agentId).then(() => openNow(request))
    const entry = { agentId, configuration, memory, works: new Set<Promise<unknown>>() }
    openMemories.set(path, entry)
    // A memory that could not be opened is opened again at the next call.
    memory.catch(() => openMemories.get(path) === entry && openMemories.delete(path))
    return entry
  }

  return {
    settings,
    async use(request, work) {
      if (!request.isOneShot) {
        const { memory, works } = openOnce(request)
        const working = memory.then(work)
        works.add(working)
        return working.finally(() => works.delete(working))
      }
      const agent = await openNow(request)
      return work(agent).finally(() => agent.memory.close())
    },
    close: closeMemories,
  }
}

/** How long a memory that is used is not closed, in milliseconds: a search ends by then, and a sync of many files is ended. */
const patience = 5000

async function closeMemories(agentId?: string): Promise<void> {
  const entries = [...openMemories].filter(([, entry]) => agentId === undefined || entry.agentId === agentId)
  for (const [path] of entries) openMemories.delete(path)
  await Promise.all(
    entries.map(async ([, { memory, works }]) => {
      await Promise.race([Promise.allSettled(works), setTimeout(patience, undefined, { ref: false })])
      await (await memory.catch(() => undefined))?.memory.close()
    }),
  )
}

const workspaceOf = ({ cfg, agentId }: AgentRequest, { agent }: HostRuntime): string =>
  agent.resolveAgentWorkspaceDir(cfg, agentId)

function baseOf({ agentId }: AgentRequest, { state }: HostRuntime): string {
  if (!agentIds.test(agentId)) throw new UsageError(`There is no agent ${printable(agentId)}.`)
  return join(state.resolveStateDir(), 'recallite', agentId)
}

async function open(
  request: AgentRequest,
  runtime: HostRuntime,
  { loadReader, ...own }: AgentMemoriesOptions & AgentSettings,
): Promise<AgentMemory> {
  const { agentId, isOneShot = false } = request
  const [workspace, base] = [workspaceOf(request, runtime), baseOf(request, runtime)]
  const folder = `${base}-sessions`
  const refresh = async (): Promise<Degradation[]> => {
    try {
      if (own.hasSessions) await mirrorTranscripts({ agentId, folder }, runtime.agent.session, loadReader)
      return []
    } catch (error) {
      return [{ retriever: 'index', reason: `transcripts cannot be read: ${reasonOf(error)}` }]
    }
  }
  await refresh()
  const { retentionDays } = own.resolved.settings.sessions
  const sessions: Source[] = own.hasSessions ? [{ kind: 'sessions', folder, retentionDays }] : []
  const { openAgentMemory } = await import('./open-agent-memory.js')
  const memory = await openAgentMemory({
    path: `${base}.sqlite`,
    workspace,
    sources: [...own.sources, ...sessions],
    resolved: own.resolved,
    livesLong: !isOneShot,
  })
  if (!own.hasSessions) await forgetTranscripts(memory, folder).catch(() => undefined)
  return { ...own, agentId, memory, workspace, refresh }
}

/** Removes what is left of transcripts since OpenClaw asked for sessions; where that fails, the next opening does it. */
async function forgetTranscripts(memory: Memory, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const roots = (await memory.listRoots()).filter(({ kind }) => kind === 'sessions')
  for (const { name } of roots) await memory.removeRoot(name)
  rmSync(folder, { recursive: true })
}
