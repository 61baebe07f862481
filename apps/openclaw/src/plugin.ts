/* OpenClaw calls `register` several times, also to show help: it opens nothing. */
import { reasonOf } from '@recallite/core'
import { createAgentMemories, type AgentMemories } from './agent-memories.js'
import { getTool, isOff, searchTool } from './agent-tools.js'
import { registerMemoryCommands } from './memory-commands.js'
import type { AgentRequest, HostConfig, HostRuntime, PluginApi } from './openclaw-api.js'
import { flushPlan, promptSection } from './prompts.js'
import { createSearchManager } from './search-manager.js'
import { authorizeHits, type HitsRequest } from './session-access.js'
import type { LoadReader } from './transcripts.js'
import { classifyPaths, type PathsRequest } from './workspace-paths.js'

/** The plugin; OpenClaw reads the default export. */
export default {
  id: 'recallite',
  name: 'Recallite memory',
  description: "Searches an agent's Markdown memory by meaning and by exact words.",
  kind: 'memory',
  register(api: PluginApi): void {
    const runtime = () => api.runtime
    const memories = createAgentMemories(runtime, { plugin: api.pluginConfig, loadReader })
    const services = { memories, runtime }
    const replaces = api.pluginConfig?.mode !== 'tools'
    for (const [verb, make] of Object.entries({ search: searchTool, get: getTool })) {
      const name = `${replaces ? 'memory' : 'recallite'}_${verb}`
      api.registerTool((context) => (isOff(services, context) ? null : make(name, services, context)), {
        names: [name],
      })
    }
    registerMemoryCommands(api, memories, replaces)
    // OpenClaw uses memory-core for omitted parts, except for the runtime.
    const parts = replaces ? replacedParts : {}
    api.registerMemoryCapability({ runtime: memoryRuntime(memories, runtime), ...parts })
  },
}

const replacedParts = {
  deterministicRecallToolName: 'memory_search',
  promptBuilder: promptSection,
  flushPlanResolver: flushPlan,
  publicArtifacts: {
    listArtifacts: async (of: { readonly cfg: HostConfig }) =>
      (await loadHost('memory-host-core')).listMemoryHostPublicArtifacts(of),
  },
}

function memoryRuntime(memories: AgentMemories, runtime: () => HostRuntime) {
  return {
    supportsWorkspaceMemoryReadSources: true,
    resolveMemoryBackendConfig: () => ({ backend: 'builtin' }),
    getMemorySearchManager: (request: AgentRequest & { readonly purpose?: string }) =>
      getManager(memories, { ...request, isOneShot: ['cli', 'status'].includes(request.purpose ?? '') }),
    authorizeSearchHits: async (request: HitsRequest) => authorizeHits(request, runtime),
    classifyWorkspaceMemoryPaths: async (request: PathsRequest) => classifyPaths(request),
    closeMemorySearchManager: ({ agentId }: AgentRequest) => memories.close(agentId),
    closeAllMemorySearchManagers: () => memories.close(),
  }
}

async function getManager(memories: AgentMemories, request: AgentRequest) {
  try {
    const { enabled } = memories.settings(request).resolved.settings
    return { manager: enabled ? await createSearchManager(memories, request) : null }
  } catch (error) {
    return { manager: null, error: reasonOf(error) }
  }
}

/** The parts of OpenClaw that are loaded, by their functions. */
interface Host {
  readonly listMemoryHostPublicArtifacts: (of: { readonly cfg: HostConfig }) => Promise<readonly unknown[]>
  readonly loadTranscriptEventsSync: Awaited<ReturnType<LoadReader>>
}

/** Loads a part of OpenClaw, which is installed next to the plugin. */
function loadHost(part: string): Promise<Host> {
  const name = `openclaw/plugin-sdk/${part}`
  return import(name)
}

const loadReader = async () => (await loadHost('session-store-runtime')).loadTranscriptEventsSync
