import { ErrorCode, McpError, type CallToolResult, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { reasonOf, type MemoryTool } from '@recallite/core'
import { describeFailure } from '../failure.js'

/** A tool as a client is told of it. */
export function describeTool({ name, description, inputSchema, outputSchema }: MemoryTool<object>): Tool {
  return {
    name,
    description,
    inputSchema: inputSchema as Tool['inputSchema'],
    outputSchema: outputSchema as Tool['outputSchema'],
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  }
}

/** What a model can do about a failure, besides what its message says. */
const nextSteps: Readonly<Record<string, string>> = {
  PATH_OUTSIDE_ROOT: 'Only indexed files can be read: use a path that memory_search returned.',
  DOCUMENT_UNKNOWN: 'Use a path that memory_search returned.',
  DOCUMENT_AMBIGUOUS: 'Call again with one of these paths.',
  OPTION_INVALID: 'Call again with input as the schema has it.',
}

/** A failure as the result of a call, for the model to act on. */
function toFailedResult(error: unknown): CallToolResult {
  const reason = reasonOf(error)
  const { code, message } = describeFailure(error) ?? { code: 'UNEXPECTED', message: reason }
  const text = [`${code}: ${message}`, nextSteps[code]].filter((part) => part !== undefined).join(' ')
  return { isError: true, content: [{ type: 'text', text }] }
}

/**
 * Calls a tool. What the tool refuses is a result that says so, which a model can mend; a tool that is not there is not.
 * @throws McpError for an unknown tool; the signal's reason
 */
export async function callTool(
  tools: readonly MemoryTool<object>[],
  params: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  signal: AbortSignal,
): Promise<CallToolResult> {
  const tool = tools.find(({ name }) => name === params.name)
  if (!tool) {
    const known = tools.map(({ name }) => name).join(', ')
    throw new McpError(
      ErrorCode.InvalidParams,
      `There is no tool ${params.name}. ${known ? `There are: ${known}.` : 'Memory is switched off.'}`,
    )
  }
  try {
    const { structured, text } = await tool.execute(params.arguments ?? {}, { signal })
    return { content: [{ type: 'text', text }], structuredContent: { ...structured } }
  } catch (error) {
    signal.throwIfAborted()
    return toFailedResult(error)
  }
}
