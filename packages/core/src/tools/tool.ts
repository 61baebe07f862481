/** The names of the tools. */
export const toolNames = {
  search: 'memory_search',
  get: 'memory_get',
  remember: 'memory_remember',
  recall: 'memory_recall',
  forget: 'memory_forget',
  session: 'memory_session',
} as const

/** The topics for which the tools and the policy demand recall. */
export const recallTopics = ['prior work', 'decisions', 'dates', 'people', 'preferences', 'todos'] as const

/** The topics as words of a sentence. */
export const anyRecallTopic = `${recallTopics.slice(0, -1).join(', ')} or ${recallTopics.at(-1)}`

/** A JSON schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A tool's answer: as data, and as a text for a model to read. */
export interface ToolAnswer<Structured> {
  readonly structured: Structured
  readonly text: string
}

/** What a tool does to a memory: `none` reads, `adds` may store something, `removes` takes something away for good. */
export type ToolEffect = 'none' | 'adds' | 'removes'

/** A tool as any agent framework takes it. */
export interface MemoryTool<Structured> {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly effect: ToolEffect
  /** Runs the tool on a model's input. Rejects with MemoryError `OPTION_INVALID` if the schema refuses the input, and with the signal's reason. */
  execute(
    input: unknown,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<ToolAnswer<Structured>>
}
