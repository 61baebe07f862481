/** A JSON schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What a tool found: as data that its output schema describes, and as a text for a model to read. */
export interface ToolAnswer<Structured> {
  readonly structured: Structured
  readonly text: string
}

/** A tool as any agent framework takes it: a name, what it is for, what goes in and what comes out. */
export interface MemoryTool<Structured> {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  /**
   * Runs the tool on what a model gave it. Rejects with MemoryError, `OPTION_INVALID` where the input is not as the
   * schema has it, and with the signal's reason when that aborts.
   */
  execute(
    input: unknown,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<ToolAnswer<Structured>>
}
