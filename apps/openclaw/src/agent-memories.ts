import { join } from 'node:path'
import { printable, UsageError } from '@recallite/command-line'
import type { Memory, Source } from '@recallite/core'
import { agentIds } from '@recallite/settings'
import { readAgentSettings, type AgentSettings } from './agent-settings.js'
import type { AgentRequest, HostRuntime, PluginConfig } from './openclaw-api.js'
import { mirrorTranscripts, type LoadReader } from './transcripts.js'

/** The memory of one agent. */
export interface AgentMemory extends AgentSettings {
  readonly agentId: string
  readonly memory: Memory
  readonly workspace: string
  /** Brings the copies of the transcripts up to date, if OpenClaw asks for sessions. */
  readonly refresh: () => Promise<void>
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

/** The memories of the agents of one process. Each has a database of its own in OpenClaw's state folder, `recallite/<agent>.sqlite`. */
export function createAgentMemories(
  runtime: () => HostRuntime,
  options: AgentMemoriesOptions,
): AgentMemories {
  const held = new Map<string, { readonly mark: string; readonly opened: Promise<AgentMemory> }>()
  const settings = (request: AgentRequest) =>
    readAgentSettings(request, { workspace: workspaceOf(request, runtime()), plugin: options.plugin })

  async function close(agentId?: string): Promise<void> {
    const closing = [...held].filter(([id]) => agentId === undefined || id === agentId)
    for (const [id] of closing) held.delete(id)
    await Promise.all(
      closing.map(async ([, { opened }]) => (await opened.catch(() => undefined))?.memory.close()),
    )
  }

  function hold(request: AgentRequest): Promise<AgentMemory> {
    const { agentId, cfg } = request
    const mark = JSON.stringify([cfg.memory, cfg.agents, cfg.models])
    const known = held.get(agentId)
    if (known?.mark === mark) return known.opened
    const opened = close(agentId).then(() => open(request, runtime(), { ...options, ...settings(request) }))
    const entry = { mark, opened }
    held.set(agentId, entry)
    // A memory that could not be opened is opened again at the next call.
    opened.catch(() => held.get(agentId) === entry && held.delete(agentId))
    return opened
  }

  return {
    settings,
    async use(request, work) {
      if (!request.isOneShot) return work(await hold(request))
      const agent = await open(request, runtime(), { ...options, ...settings(request) })
      return work(agent).finally(() => agent.memory.close())
    },
    close,
  }
}

const workspaceOf = ({ cfg, agentId }: AgentRequest, { agent }: HostRuntime): string =>
  agent.resolveAgentWorkspaceDir(cfg, agentId)

async function open(
  request: AgentRequest,
  runtime: HostRuntime,
  { loadReader, ...own }: AgentMemoriesOptions & AgentSettings,
): Promise<AgentMemory> {
  const { agentId, isOneShot = false } = request
  if (!agentIds.test(agentId)) throw new UsageError(`There is no agent ${printable(agentId)}.`)
  const workspace = workspaceOf(request, runtime)
  const base = join(runtime.state.resolveStateDir(), 'recallite', agentId)
  const folder = `${base}-sessions`
  const refresh = async () => {
    if (own.hasSessions) await mirrorTranscripts({ agentId, folder }, runtime.agent.session, loadReader)
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
  return { ...own, agentId, memory, workspace, refresh }
}
