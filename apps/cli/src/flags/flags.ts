/** Every flag's value, as parsed; which command takes which is in the command table. */
export interface Flags {
  readonly db?: string
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
  readonly threshold?: number
  readonly fusion?: string
  readonly matchMode?: 'any' | 'all'
  readonly vectorWeight?: number
  readonly textWeight?: number
  readonly rrfK?: number
  readonly candidateMultiplier?: number
  readonly perDocument?: number
  readonly keepDuplicates?: boolean
  readonly join?: boolean
  readonly diversity?: number
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
  readonly format?: 'text' | 'json' | 'md' | 'csv' | 'files' | 'grep'
  readonly null?: boolean
  readonly maxTokens?: number
  readonly sha256?: string
  readonly yes?: boolean
  readonly query?: string
  readonly deep?: boolean
  readonly repair?: boolean
  readonly force?: boolean
  readonly list?: boolean
  readonly remove?: boolean
  readonly dropUnused?: boolean
  /** Of `mcp` and `serve`, where `config` names a client: the workspace settings file. */
  readonly settings?: string
  /** `none`: no port, only the socket. */
  readonly port?: number | 'none'
  /** In milliseconds. */
  readonly idle?: number
  readonly stop?: boolean
  readonly inProcess?: boolean
  readonly channel?: 'direct' | 'shared'
}
