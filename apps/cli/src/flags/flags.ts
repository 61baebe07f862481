import type { Flag } from '@recallite/command-line'
import type { JsonObject } from '@recallite/records'
import { flagSyntax } from '@recallite/settings'

/** Every flag's value, as parsed; which command takes which is in the command table. */
export interface Flags {
  readonly db?: string
  readonly store?: string
  readonly from?: string
  readonly to?: string
  readonly agent?: string
  readonly scope?: 'user' | 'project'
  readonly config?: string
  readonly model?: string
  readonly provider?: 'auto' | 'local' | 'onnx' | 'ollama' | 'openai' | 'gemini' | 'none'
  readonly offline?: boolean
  readonly json?: boolean
  readonly strict?: boolean
  readonly dryRun?: boolean
  readonly batch?: boolean
  readonly limit?: number
  readonly kind?: 'file' | 'record'
  readonly threshold?: number
  readonly fusion?: string
  readonly matchMode?: 'any' | 'all'
  readonly vectorWeight?: number
  readonly textWeight?: number
  readonly rrfK?: number
  readonly perDocument?: number
  readonly keepDuplicates?: boolean
  readonly recency?: number
  readonly root?: string[]
  readonly path?: string[]
  readonly heading?: string[]
  readonly since?: string
  readonly until?: string
  readonly where?: string[]
  readonly asTyped?: boolean
  readonly rerank?: 'on' | 'off'
  readonly explain?: boolean
  readonly format?: 'text' | 'json' | 'md' | 'files' | 'grep'
  readonly maxTokens?: number
  readonly collection?: string
  readonly session?: string
  readonly confidence?: number
  readonly context?: JsonObject
  readonly summary?: string
  readonly scopeFile?: string[]
  readonly entity?: string[]
  readonly tag?: string[]
  readonly occurredAt?: string
  readonly expires?: string
  readonly supersedes?: string
  readonly allowDuplicate?: boolean
  readonly allOrNone?: boolean
  readonly minConfidence?: number
  readonly filter?: JsonObject
  readonly near?: readonly number[]
  readonly maxDistance?: number
  readonly frame?: string
  readonly nearField?: string
  readonly boost?: JsonObject
  readonly boostFactor?: number
  /** In days. */
  readonly halfLife?: number
  readonly mode?: 'hybrid' | 'keyword' | 'vector'
  readonly includeSuperseded?: boolean
  readonly sha256?: string
  readonly yes?: boolean
  readonly deep?: boolean
  readonly repair?: boolean
  readonly force?: boolean
  readonly list?: boolean
  readonly remove?: boolean
  readonly dropUnused?: boolean
  /** Of `mcp` and `serve`, where `config` names a client: the workspace settings file. */
  readonly settings?: string
  readonly port?: number
  readonly stop?: boolean
  readonly inProcess?: boolean
  readonly channel?: 'direct' | 'shared'
}

/**
 * A row of the table of flags.
 * @param spec the flag's name among `Flags`, behind its short name if it has one, and what its value is called:
 * `-n limit <number>`
 */
export function flag(
  spec: keyof Flags | `${keyof Flags} <${string}>` | `-${string} ${keyof Flags} <${string}>`,
  help: string,
  more: Omit<Flag<Flags>, 'name' | 'syntax' | 'help'> = {},
): Flag<Flags> {
  const [, short, name, value] = /^(?:(-\w) )?(\w+)(?: (<.*>))?$/u.exec(spec) ?? []
  const long = flagSyntax(name as keyof Flags)
  const syntax = [short === undefined ? long : `${short}, ${long}`, value ?? []].flat().join(' ')
  return { name: name as keyof Flags, syntax, help, ...more }
}

/** The same flags, which help lists under a heading. */
export function grouped(group: string, flags: readonly Flag<Flags>[]): Flag<Flags>[] {
  return flags.map((each) => ({ ...each, group }))
}

/** For every command whose answer programs may read. */
export const jsonFlag = flag('json', 'print JSON')

const agentFlag = flag('agent <id>', 'the agent whose memory is used unless --db names one (default: main)')

/** Which memory a command works with. */
export const memoryFlags: readonly Flag<Flags>[] = [
  flag(
    'scope <memory>',
    "project: the memory of this folder's project (default inside a project, a folder with MEMORY.md or memory/); user: your own memory, with the folders that you named (default elsewhere)",
    { choices: ['user', 'project'] },
  ),
  flag('db <file>', 'database file (default: in ~/.recallite/memory, one for each agent and project)'),
  flag(
    'store <url>',
    'PostgreSQL server that keeps the index instead of a file: postgres://user@host/database?schema=NAME; the password comes from PGPASSWORD or ~/.pgpass, the rest may come from ?service=NAME; needs @recallite/store-postgres',
  ),
  agentFlag,
]

/** The file of workspace settings. */
export const settingsFlag = flag(
  'config <file>',
  'workspace settings file (default: the nearest .recallite.yaml, .yml or .json in this folder or one around it)',
)

/** For every command that finds a memory by flags and settings. */
export const whichMemory = grouped('Which memory:', [...memoryFlags, settingsFlag])

/** For every command that opens the database. */
export const databaseFlags: readonly Flag<Flags>[] = [jsonFlag, ...whichMemory]

/** Where and by what texts are embedded. */
export const plainModelFlags: readonly Flag<Flags>[] = [
  flag(
    'model <name>',
    "embedding model: a GGUF file, a downloaded model's name, or the provider's (default: the one this memory was indexed with)",
  ),
  flag(
    'provider <name>',
    'where texts are embedded; auto: by a local model if there is one, else by OpenAI or Gemini if there is a key; none: keyword search only',
    { choices: ['auto', 'local', 'onnx', 'ollama', 'openai', 'gemini', 'none'] },
  ),
  flag('offline', 'send nothing to another machine (local models never do)'),
]

/** For every command that embeds. */
export const modelFlags: readonly Flag<Flags>[] = grouped('Embedding model:', plainModelFlags)
