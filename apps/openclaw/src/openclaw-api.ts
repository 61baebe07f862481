/*
 * The part of OpenClaw's plugin API that this plugin uses, as the declarations of OpenClaw 2026.9.6 have it. OpenClaw itself is
 * not needed to build or to test the plugin.
 */

/** What OpenClaw hands to `register`. Reading `runtime` throws while OpenClaw only collects the plugin's commands. */
export interface PluginApi {
  readonly config: HostConfig
  readonly pluginConfig?: PluginConfig | undefined
  readonly runtime: HostRuntime
  readonly logger: { warn(text: string): void }
  registerTool(create: (context: ToolContext) => AgentTool, options: { readonly names: readonly string[] }): void
  registerMemoryCapability(capability: MemoryCapability): void
  registerCli(
    register: (context: { readonly program: CommandLine; readonly config: HostConfig }) => void,
    options: {
      readonly descriptors: readonly { name: string; description: string; hasSubcommands: boolean }[]
    },
  ): void
}

/** The configuration of this plugin: `plugins.entries.recallite.config`. */
export interface PluginConfig {
  readonly mode?: 'memory' | 'tools' | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** What a key may be in the configuration: itself, or where it is. */
export type SecretInput = string | { readonly source: string; readonly id: string }

/** `memory.search`, of all agents or of one. */
export type MemorySearchConfig = Readonly<Record<string, unknown>>

interface AgentEntry {
  readonly id?: string
  readonly memory?: { readonly search?: MemorySearchConfig | undefined } | undefined
}

/** The parts of `openclaw.json` that this plugin reads. */
export interface HostConfig {
  readonly memory?: { readonly citations?: 'auto' | 'on' | 'off'; readonly search?: MemorySearchConfig }
  readonly agents?: {
    readonly defaults?: {
      readonly userTimezone?: string
      readonly compaction?: { readonly memoryFlush?: FlushConfig }
    }
    readonly entries?: Readonly<Record<string, AgentEntry>>
    readonly list?: readonly AgentEntry[]
  }
  readonly models?: { readonly providers?: Readonly<Record<string, ModelProvider>> }
  readonly tools?: { readonly sessions?: { readonly visibility?: 'self' | 'tree' | 'agent' | 'all' } }
}

/** `agents.defaults.compaction.memoryFlush`. */
export interface FlushConfig {
  readonly enabled?: boolean
  readonly softThresholdTokens?: number
  readonly forceFlushTranscriptBytes?: number | string
  readonly model?: string
}

/** An entry of `models.providers`. */
export interface ModelProvider {
  readonly api?: string
  readonly baseUrl?: string
  readonly apiKey?: SecretInput
}

/** A session of an agent, by its key. */
export interface SessionSummary {
  readonly sessionKey: string
  readonly entry: {
    readonly sessionId: string
    readonly updatedAt: number
    readonly incognito?: true
    readonly spawnedBy?: string
  }
}

/** What OpenClaw's process can be asked. */
export interface HostRuntime {
  readonly config: { current(): HostConfig }
  readonly state: { resolveStateDir(): string }
  readonly agent: {
    resolveAgentWorkspaceDir(config: HostConfig, agentId: string): string
    readonly session: { listSessionEntries(of: { readonly agentId: string }): readonly SessionSummary[] }
  }
}

/** Who calls a tool, and where. */
export interface ToolContext {
  readonly config?: HostConfig
  readonly agentId?: string
  readonly sessionKey?: string
  readonly sandboxed?: boolean
  /** Whether the process ends after this run, as of `openclaw agent exec`. */
  readonly oneShotCliRun?: boolean
  readonly getRuntimeConfig?: () => HostConfig | undefined
}

/** What a tool answers: the text is `details` as JSON. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly details: unknown
}

/** A tool of an agent. */
export interface AgentTool {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly parameters: object
  execute(callId: string, input: unknown, signal?: AbortSignal): Promise<ToolResult>
}

/** The commands of OpenClaw's program, which are those of the library `commander`. */
export interface CommandLine {
  command(syntax: string): CommandLine
  description(text: string): CommandLine
  option(syntax: string, help: string): CommandLine
  action(run: (...input: never[]) => Promise<void>): CommandLine
  configureOutput(): { readonly writeOut?: (text: string) => void }
}

/** Where a hit comes from. */
export type HitSource = 'memory' | 'sessions'

/** One result of `memory_search`. */
export interface MemoryHit {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  /** From 0 to 1. */
  readonly score: number
  readonly vectorScore?: number
  readonly textScore?: number
  readonly snippet: string
  readonly source: HitSource
  readonly citation?: string
}

/** An excerpt of a file. */
export type MemoryRead =
  | {
      readonly status: 'ok'
      readonly path: string
      readonly text: string
      readonly from: number
      readonly lines: number
      readonly truncated?: boolean
      readonly nextFrom?: number
    }
  | { readonly status: 'not_found'; readonly path: string; readonly text: '' }

/** How OpenClaw searches. */
export interface HitOptions {
  readonly maxResults?: number | undefined
  readonly minScore?: number | undefined
  readonly lexicalOnly?: boolean | undefined
  readonly sources?: readonly HitSource[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** An agent and OpenClaw's configuration at the moment. */
export interface AgentRequest {
  readonly cfg: HostConfig
  readonly agentId: string
}

/** The memory of one agent, as OpenClaw uses it. */
export interface SearchManager {
  search(query: string, options?: HitOptions): Promise<MemoryHit[]>
  readFile(where: { relPath: string; from?: number; lines?: number }): Promise<MemoryRead>
  status(): Readonly<Record<string, unknown>>
  sync(options?: { readonly reason?: string; readonly force?: boolean }): Promise<void>
  probeEmbeddingAvailability(): Promise<{ readonly ok: boolean; readonly error?: string }>
  probeVectorAvailability(): Promise<boolean>
  close(): Promise<void>
}

/** The origin of what a file says. */
export type OriginClass = 'agent' | 'system' | 'untrusted'

/** The hits that a session wants to see. */
export interface HitsRequest extends AgentRequest {
  readonly requesterSessionKey: string | undefined
  readonly sandboxed: boolean
  readonly hits: readonly MemoryHit[]
}

/** Which files of a workspace are memory. */
export interface PathsRequest {
  readonly workspaceDir: string
  readonly relativePaths: readonly string[]
  readonly readSources?: readonly { readonly relativePath: string; readonly canonicalRelativePath?: string }[]
}

/** What OpenClaw takes from the plugin in its memory slot. */
export interface MemoryCapability {
  readonly deterministicRecallToolName: string
  promptBuilder(prompt: {
    readonly availableTools: ReadonlySet<string>
    readonly citationsMode?: 'auto' | 'on' | 'off'
  }): string[]
  flushPlanResolver(of: FlushRequest): FlushPlan | null
  readonly runtime: {
    readonly supportsWorkspaceMemoryReadSources: true
    getMemorySearchManager(
      of: AgentRequest & { readonly purpose?: 'default' | 'status' | 'cli' },
    ): Promise<{ readonly manager: SearchManager | null; readonly error?: string }>
    resolveMemoryBackendConfig(): { readonly backend: 'builtin' }
    authorizeSearchHits(of: HitsRequest): Promise<MemoryHit[]>
    classifyWorkspaceMemoryPaths(
      of: PathsRequest,
    ): Promise<{ readonly relativePath: string; readonly originClass: OriginClass }[]>
    closeMemorySearchManager(of: { readonly agentId: string }): Promise<void>
    closeAllMemorySearchManagers(): Promise<void>
  }
  readonly publicArtifacts: {
    listArtifacts(of: { readonly cfg: HostConfig }): Promise<readonly unknown[]>
  }
}

/** When OpenClaw is about to shorten a session. */
export interface FlushRequest {
  readonly cfg?: HostConfig | undefined
  readonly nowMs?: number | undefined
  readonly contextWindowTokens?: number | undefined
}

/** When and how an agent writes down what matters before its session is shortened. */
export interface FlushPlan {
  readonly softThresholdTokens: number
  readonly forceFlushTranscriptBytes: number
  readonly reserveTokensFloor: number
  readonly model?: string
  readonly prompt: string
  readonly systemPrompt: string
  readonly relativePath: string
}
