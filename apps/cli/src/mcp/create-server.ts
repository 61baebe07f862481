import { setTimeout as wait } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  ErrorCode,
  McpError,
  type CallToolResult,
  type GetPromptResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { reasonOf } from '@recallite/core'
import { recallPolicyName, type MemoryTool } from '@recallite/core/tools'
import type { Offer } from './offer.js'
import { listResources, readResource, resourceTemplates } from './resources.js'
import { describeFailure } from '../failure.js'
import { programVersion } from '../program-version.js'

/** Creates the server of one session. It has no subscriptions and announces no changes of lists. */
export function createServer(
  { tools, policy, memory }: Offer,
  { onFailure, onClose }: { onFailure: (message: string) => void; onClose: () => void },
): Server {
  const server = new Server(
    { name: 'recallite', title: 'Recallite', version: programVersion() },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: policy },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => callTool(tools, params, signal))
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => listResources(memory, params?.cursor))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: memory ? resourceTemplates : [],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(memory, params.uri))
  const prompt = { name: recallPolicyName, title: 'Memory recall policy', description: policyDescription }
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: policy === '' ? [] : [prompt] }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => getPrompt(policy, params.name))
  const onerror = (error: Error) =>
    onFailure(ignored[error.name] ?? error.message.trimStart().split('\n')[0] ?? '')
  return Object.assign(server, { onerror, onclose: onClose })
}

const annotationsOf = {
  none: { readOnlyHint: true, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  removes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
} as const

/** Omits the output schema: it would cost tokens in every conversation, and the model reads the text. */
function describeTool({ name, description, inputSchema, effect }: MemoryTool<object>): Tool {
  return {
    name,
    description,
    inputSchema: inputSchema as Tool['inputSchema'],
    annotations: { ...annotationsOf[effect], openWorldHint: false },
  }
}

/** A failure of the tool is a result, so that the model can correct its input. */
async function callTool(
  tools: readonly MemoryTool<object>[],
  params: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  signal: AbortSignal,
): Promise<CallToolResult> {
  const tool = tools.find(({ name }) => name === params.name)
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ')
    const hint = names ? `Available: ${names}.` : 'Memory is switched off.'
    throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}. ${hint}`)
  }
  try {
    const { structured, text } = await tool.execute(params.arguments ?? {}, { signal })
    return { content: [{ type: 'text', text }], structuredContent: { ...structured } }
  } catch (error) {
    signal.throwIfAborted()
    const { code, message } = describeFailure(error) ?? { code: 'UNEXPECTED', message: reasonOf(error) }
    const next = nextSteps[code]
    const text = `${code}: ${message}${next === undefined ? '' : ` ${next}`}`
    return { isError: true, content: [{ type: 'text', text }] }
  }
}

const nextSteps: Readonly<Record<string, string>> = {
  PATH_OUTSIDE_ROOT: 'Only indexed files can be read: use a path that memory_search returned.',
  DOCUMENT_UNKNOWN: 'Use a path that memory_search returned.',
  DOCUMENT_AMBIGUOUS: 'Call again with one of these paths.',
  ROOT_UNKNOWN: 'Call again with one of these roots, or without a root.',
  RECORD_UNKNOWN: 'Use an id that memory_recall returned.',
  RECORD_SUPERSEDED: 'Supersede the record that replaced it.',
  OPTION_INVALID: 'Call again with input that matches the schema.',
}

const policyDescription =
  'For a system prompt: when an agent must recall, with which tools, and how it names its sources.'

function getPrompt(policy: string, name: string): GetPromptResult {
  if (name !== recallPolicyName || policy === '') {
    const hint = policy === '' ? 'Memory is switched off.' : `Available: ${recallPolicyName}.`
    throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}. ${hint}`)
  }
  return {
    description: policyDescription,
    messages: [{ role: 'user', content: { type: 'text', text: policy } }],
  }
}

const ignored: Readonly<Record<string, string>> = {
  ZodError: 'A message that is not JSON-RPC was ignored.',
  SyntaxError: 'A line that is not JSON was ignored.',
}

/** Waits for a promise or a timeout. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  const deadline = wait(milliseconds, undefined, timer).catch(() => undefined)
  await Promise.race([work, deadline])
  timer.abort()
}
