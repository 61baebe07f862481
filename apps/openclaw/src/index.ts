/*
 * The plugin as OpenClaw loads it. `register` runs several times, also to show commands in a help text: it opens nothing, and what a
 * search needs is loaded at the first one.
 */
import { createAgentMemories } from './agent-memories.js'
import { getTool, searchTool } from './agent-tools.js'
import { addMemoryCommands } from './memory-commands.js'
import type { HostConfig, MemoryCapability, PluginApi } from './openclaw-api.js'
import { flushPlan, promptSection } from './prompts.js'
import { tryManager } from './search-manager.js'
import { authorizeHits } from './session-access.js'
import type { ReadTranscript } from './transcripts.js'
import { classifyPaths } from './workspace-paths.js'

type Host = Readonly<Record<string, never>>

/** Loads a part of OpenClaw, which is beside the plugin where it is installed. */
const loadHost = (part: string): Promise<Host> => import(`openclaw/plugin-sdk/${part}`) as Promise<Host>

/** The plugin `recallite`: OpenClaw's memory by this project's engine. */
const plugin = {
  id: 'recallite',
  name: 'Recallite memory',
  description: 'Finds things in the Markdown memory of an agent, by meaning and by exact words.',
  kind: 'memory',
  register(api: PluginApi): void {
    const runtime = () => api.runtime
    const loadTranscripts = async () => {
      const { loadTranscriptEventsSync } = await loadHost('session-store-runtime')
      return loadTranscriptEventsSync as unknown as ReadTranscript
    }
    const memories = createAgentMemories(runtime, { plugin: api.pluginConfig, loadTranscripts })
    const tools = { search: searchTool, get: getTool }
    const prefix = api.pluginConfig?.mode === 'tools' ? 'recallite' : 'memory'
    for (const [verb, make] of Object.entries(tools)) {
      const name = `${prefix}_${verb}`
      api.registerTool((context) => make({ name, memories, runtime }, context), { names: [name] })
    }
    if (prefix === 'recallite') return
    api.registerMemoryCapability({
      deterministicRecallToolName: 'memory_search',
      promptBuilder: promptSection,
      flushPlanResolver: flushPlan,
      runtime: memoryRuntime(memories, runtime),
      publicArtifacts: { listArtifacts },
    })
    const description = 'Search and index the memory, and show its state'
    api.registerCli((context) => addMemoryCommands(context, memories), {
      descriptors: [{ name: 'memory', description, hasSubcommands: true }],
    })
  },
}

export default plugin

function memoryRuntime(
  memories: ReturnType<typeof createAgentMemories>,
  runtime: () => PluginApi['runtime'],
): MemoryCapability['runtime'] {
  return {
    supportsWorkspaceMemoryReadSources: true,
    async getMemorySearchManager({ cfg, agentId, purpose }) {
      if (!memories.settings({ cfg, agentId }).resolved.settings.enabled) return { manager: null }
      return tryManager(memories, { cfg, agentId, isOneShot: purpose === 'cli' || purpose === 'status' })
    },
    resolveMemoryBackendConfig: () => ({ backend: 'builtin' }),
    authorizeSearchHits: (request) => Promise.resolve(authorizeHits(request, runtime)),
    classifyWorkspaceMemoryPaths: (request) => Promise.resolve(classifyPaths(request)),
    closeMemorySearchManager: ({ agentId }) => memories.close(agentId),
    closeAllMemorySearchManagers: () => memories.close(),
  }
}

async function listArtifacts({ cfg }: { readonly cfg: HostConfig }): Promise<readonly unknown[]> {
  const { listMemoryHostPublicArtifacts: list } = await loadHost('memory-host-core')
  return (list as unknown as (of: { cfg: HostConfig }) => Promise<readonly unknown[]>)({ cfg })
}
