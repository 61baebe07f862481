import { join } from 'node:path'
import type { Memory, Source } from '@recallite/core'
import { readAgentSettings, type AgentSettings } from './agent-settings.js'
import { openAgentMemory } from './open-agent-memory.js'
import type { AgentRequest, HostRuntime, PluginConfig } from './openclaw-api.js'
import { mirrorTranscripts, type LoadTranscripts } from './transcripts.js'

/** The memory of one agent. */
export interface AgentMemory extends AgentRequest, AgentSettings {
  readonly memory: Memory
  readonly workspace: string
  /** The folder of the transcripts that are indexed. */
  readonly transcripts: string
  /** Brings the copies of the transcripts up to date, if OpenClaw asks for sessions. */
  readonly refresh: () => Promise<void>
}

/** The memories of all agents of a process. */
export interface AgentMemories {
  /** What the configuration means for an agent; opens nothing. */
  settings(request: AgentRequest): AgentSettings
  /** Works with the memory of an agent. It stays open afterwards unless the process ends soon (`isOneShot`). */
  use<Result>(
    request: AgentRequest & { readonly isOneShot?: boolean | undefined },
    work: (memory: AgentMemory) => Promise<Result>,
  ): Promise<Result>
  close(agentId?: string): Promise<void>
}

interface Held {
  /** The settings that it was opened with. */
  readonly mark: string
  readonly opened: Promise<AgentMemory>
}

/** The memories of the agents of one process. Each has a database of its own in OpenClaw's state folder: `recallite/<agent>.sqlite`. */
export function createAgentMemories(
  runtime: () => HostRuntime,
  { plugin, loadTranscripts }: { readonly plugin?: PluginConfig | undefined; readonly loadTranscripts: LoadTranscripts },
): AgentMemories {
  const held = new Map<string, Held>()
  const placeOf = ({ cfg, agentId }: AgentRequest) => {
    const { agent, state } = runtime()
    const workspace = agent.resolveAgentWorkspaceDir(cfg, agentId)
    return { workspace, path: join(state.resolveStateDir(), 'recallite', `${agentId}.sqlite`) }
  }
  const settings = (request: AgentRequest) =>
    readAgentSettings(request, { workspace: placeOf(request).workspace, plugin })

  async function open(request: AgentRequest, livesLong: boolean): Promise<AgentMemory> {
    const { workspace, path } = placeOf(request)
    const { agentId } = request
    const own = readAgentSettings(request, { workspace, plugin })
    const transcripts = `${path.replace(/\.sqlite$/u, '')}-sessions`
    const { session } = runtime().agent
    const refresh = async () => {
      if (own.hasSessions) await mirrorTranscripts({ agentId, folder: transcripts }, session, loadTranscripts)
    }
    await refresh()
    const { retentionDays } = own.resolved.settings.sessions
    const ofSessions: Source[] = own.hasSessions ? [{ kind: 'sessions', folder: transcripts, retentionDays }] : []
    const sources = [...own.sources, ...ofSessions]
    const memory = await openAgentMemory({ path, workspace, sources, resolved: own.resolved, livesLong })
    return { ...request, ...own, memory, workspace, transcripts, refresh }
  }

  async function close(agentId?: string): Promise<void> {
    const closing = [...held].filter(([id]) => agentId === undefined || id === agentId)
    for (const [id] of closing) held.delete(id)
    await Promise.all(closing.map(async ([, { opened }]) => (await opened.catch(() => undefined))?.memory.close()))
  }

  function hold(request: AgentRequest): Promise<AgentMemory> {
    const { agentId, cfg } = request
    const mark = JSON.stringify([cfg.memory, cfg.agents, cfg.models, placeOf(request)])
    const known = held.get(agentId)
    if (known?.mark === mark) return known.opened
    const opened = close(agentId).then(() => open(request, true))
    const entry = { mark, opened }
    held.set(agentId, entry)
    // A memory that could not be opened is opened again at the next call.
    opened.catch(() => held.get(agentId) === entry && held.delete(agentId))
    return opened
  }

  return {
    settings,
    async use({ isOneShot = false, ...request }, work) {
      if (!isOneShot) return work(await hold(request))
      const opened = await open(request, false)
      return work(opened).finally(() => opened.memory.close())
    },
    close,
  }
}
