/* The part of the plugin API of OpenClaw 2026.9.6 that this plugin uses, so that builds and tests do not need OpenClaw. */
import type { ModelProvider, Section } from '@recallite/settings/openclaw'

/** The argument of `register`. Reading `runtime` throws while OpenClaw only collects commands. */
export interface PluginApi {
  readonly pluginConfig?: PluginConfig | undefined
  readonly runtime: HostRuntime
  registerTool(
    create: (context: ToolContext) => AgentTool | null,
    options: { readonly names: readonly string[] },
  ): void
  registerMemoryCapability(capability: object): void
  registerCli(
    register: (context: { readonly program: CommandLine; readonly config: HostConfig }) => void,
    options: CommandOptions,
  ): void
}

/** The commands of a plugin, below the command at `parentPath` or at the top level. */
export interface CommandOptions {
  readonly parentPath?: readonly string[]
  readonly descriptors: readonly {
    readonly name: string
    readonly description: string
    readonly hasSubcommands: boolean
  }[]
}

/** `plugins.entries.recallite.config`. */
export interface PluginConfig {
  readonly mode?: 'memory' | 'tools' | undefined
  readonly settings?: Section | undefined
}

/** The parts of `openclaw.json` that this plugin reads. */
export interface HostConfig {
  readonly memory?: { readonly citations?: 'auto' | 'on' | 'off'; readonly search?: Section }
  readonly agents?: {
    readonly defaults?: {
      readonly userTimezone?: string
      readonly compaction?: { readonly memoryFlush?: Section }
    }
    readonly entries?: Readonly<Record<string, { readonly memory?: { readonly search?: Section } }>>
  }
  readonly models?: { readonly providers?: Readonly<Record<string, ModelProvider>> }
  readonly tools?: { readonly sessions?: { readonly visibility?: 'self' | 'tree' | 'agent' | 'all' } }
}

/** A session of an agent. */
export interface Session {
  readonly sessionKey: string
  readonly entry: {
    readonly sessionId: string
    readonly updatedAt: number
    readonly incognito?: true
    readonly spawnedBy?: string
  }
}

/** The services of OpenClaw's process. */
export interface HostRuntime {
  readonly config: { current(): HostConfig }
  readonly state: { resolveStateDir(): string }
  readonly agent: {
    resolveAgentWorkspaceDir(config: HostConfig, agentId: string): string
    readonly session: { listSessionEntries(of: { readonly agentId: string }): readonly Session[] }
  }
}

/** The caller of a tool. */
export interface ToolContext {
  readonly config?: HostConfig
  readonly getRuntimeConfig?: () => HostConfig | undefined
  readonly agentId?: string
  readonly sessionKey?: string
  readonly sandboxed?: boolean
  /** Whether the process ends after this run, as with `openclaw agent exec`. */
  readonly oneShotCliRun?: boolean
}

/** A tool of an agent; the text of its answer is `details` as JSON. */
export interface AgentTool {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly parameters: object
  execute(
    callId: string,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<{ readonly content: readonly { type: 'text'; text: string }[]; readonly details: object }>
}

/** A command of the library `commander`. */
export interface CommandLine {
  command(syntax: string): CommandLine
  description(text: string): CommandLine
  option(syntax: string, help: string): CommandLine
  action(run: (...input: never[]) => Promise<void>): CommandLine
  configureOutput(): { readonly writeOut?: (text: string) => void }
}

/** An agent, and OpenClaw's current configuration. */
export interface AgentRequest {
  readonly cfg: HostConfig
  readonly agentId: string
  /** Whether the memory is closed afterwards, because the process ends soon. */
  readonly isOneShot?: boolean | undefined
}

/** The source of a hit. */
export type HitSource = 'memory' | 'sessions'

/** A result in OpenClaw's form. */
export interface MemoryHit {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly score: number
  readonly vectorScore?: number | undefined
  readonly textScore?: number | undefined
  readonly snippet: string
  readonly source: HitSource
  readonly citation: string
}

/** The options of a search by OpenClaw. */
export interface HitOptions {
  readonly maxResults?: number | undefined
  readonly minScore?: number | undefined
  /** Skips embedding the query, which takes time. */
  readonly lexicalOnly?: boolean | undefined
  readonly sources?: readonly HitSource[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** The lines of a file to read. */
export interface ReadRequest {
  readonly relPath: string
  readonly from?: number
  readonly lines?: number
}
