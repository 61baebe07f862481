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
  /** Updates the copies of transcripts, if sessions are enabled; resolves to what failed. */
  readonly refresh: () => Promise<readonly Degradation[]>
}

/** The memories of all agents of a process. */
export type AgentMemories = ReturnType<typeof createAgentMemories>

/** How memories are opened. */
export interface AgentMemoriesOptions {
  readonly plugin?: PluginConfig | undefined
  readonly loadReader: LoadReader
}

interface OpenMemory {
  readonly agentId: string
  readonly configuration: string
  readonly memory: Promise<AgentMemory>
  /** Current uses; closing waits for them. */
  readonly uses: Set<Promise<unknown>>
}

/** The open memories by the path of their database; shared, since OpenClaw registers a plugin several times. */
const openMemories = new Map<string, OpenMemory>()

/** The memories of the agents of one process, each in `recallite/<agent>.sqlite` in OpenClaw's state folder, or on a server. */
export function createAgentMemories(runtime: () => HostRuntime, options: AgentMemoriesOptions) {
  const settings = (request: AgentRequest) =>
    readAgentSettings(request, { workspace: workspaceOf(request, runtime()), plugin: options.plugin })
  const openNow = (request: AgentRequest) => open(request, runtime(), { ...options, ...settings(request) })

  function openOnce(request: AgentRequest): OpenMemory {
    const { agentId, cfg } = request
    const path = baseOf(request, runtime())
    const agentConfig = cfg.agents?.entries?.[agentId]?.memory
    const workspace = workspaceOf(request, runtime())
    const configuration = JSON.stringify([cfg.memory, agentConfig, cfg.models, workspace, options.plugin])
    const current = openMemories.get(path)
    if (current?.configuration === configuration) return current
    const memory = closeMemories(agentId).then(() => openNow(request))
    const entry = { agentId, configuration, memory, uses: new Set<Promise<unknown>>() }
    openMemories.set(path, entry)
    // After a failure the next call tries again.
    memory.catch(() => openMemories.get(path) === entry && openMemories.delete(path))
    return entry
  }

  return {
    /** The settings of an agent; opens nothing. */
    settings,
    /** Calls `work` with the memory of an agent, which stays open unless the request is one-shot. */
    async use<Result>(request: AgentRequest, work: (agent: AgentMemory) => Promise<Result>): Promise<Result> {
      if (!request.isOneShot) {
        const { memory, uses } = openOnce(request)
        const use = memory.then(work)
        uses.add(use)
        return use.finally(() => uses.delete(use))
      }
      const agent = await openNow(request)
      return work(agent).finally(() => agent.memory.close())
    },
    /** Closes the memory of an agent, or all memories. */
    close: closeMemories,
  }
}

/** How long closing waits for current uses, in milliseconds: enough for a search, not for a sync of many files. */
const closeTimeout = 5000

async function closeMemories(agentId?: string): Promise<void> {
  const entries = [...openMemories].filter(([, entry]) => agentId === undefined || entry.agentId === agentId)
  for (const [path] of entries) openMemories.delete(path)
  await Promise.all(
    entries.map(async ([, { memory, uses }]) => {
      await Promise.race([Promise.allSettled(uses), setTimeout(closeTimeout, undefined, { ref: false })])
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
  { loadReader, ...settings }: AgentMemoriesOptions & AgentSettings,
): Promise<AgentMemory> {
  const { agentId, isOneShot = false } = request
  const [workspace, base] = [workspaceOf(request, runtime), baseOf(request, runtime)]
  const folder = `${base}-sessions`
  const refresh = async (): Promise<Degradation[]> => {
    try {
      if (settings.hasSessions)
        await mirrorTranscripts({ agentId, folder }, runtime.agent.session, loadReader)
      return []
    } catch (error) {
      return [{ retriever: 'index', reason: `transcripts cannot be read: ${reasonOf(error)}` }]
    }
  }
  await refresh()
  const { hasSessions, sources, resolved } = settings
  const { retentionDays } = resolved.settings.sessions
  const sessions: Source[] = hasSessions ? [{ kind: 'sessions', folder, retentionDays }] : []
  const { openAgentMemory } = await import('./open-agent-memory.js')
  const memory = await openAgentMemory({
    agentId,
    path: `${base}.sqlite`,
    workspace,
    sources: [...sources, ...sessions],
    resolved,
    livesLong: !isOneShot,
  })
  if (!hasSessions) await forgetTranscripts(memory, folder).catch(() => undefined)
  return { ...settings, agentId, memory, workspace, refresh }
}

/** Removes transcripts after sessions were disabled. After a failure the next opening tries again. */
async function forgetTranscripts(memory: Memory, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const roots = (await memory.listRoots()).filter(({ kind }) => kind === 'sessions')
  for (const { name } of roots) await memory.removeRoot(name)
  rmSync(folder, { recursive: true })
}
