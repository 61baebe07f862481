import { setTimeout as wait } from 'node:timers/promises'
import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type GetPromptResult,
  type Tool,
} from '@modelcontextprotocol/server'
import { reasonOf } from '@recallite/core'
import { recallPolicyName, type MemoryTool } from '@recallite/core/tools'
import type { Offer } from './offer.js'
import { listResources, readResource, resourceTemplates } from './resources.js'
import { describeFailure } from '../failure.js'
import { programVersion } from '../program-version.js'

/** How long a client may keep the list of tools, which changes only with the settings, in milliseconds. */
const toolLifetime = 300_000

/** Creates a server for either era of the protocol. It has no subscriptions and announces no changes of lists. */
export function createServer({ tools, policy, memory }: Offer): Server {
  const server = new Server(
    { name: 'recallite', title: 'Recallite', version: programVersion() },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: policy,
      cacheHints: { 'tools/list': { ttlMs: toolLifetime, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq: { envelope, signal } }) => {
    // In the older era a client gives its name only once, and without sessions only to another server.
    const given = { [CLIENT_INFO_META_KEY]: server.getClientVersion(), ...envelope }
    return callTool(tools, params, { signal, client: given[CLIENT_INFO_META_KEY]?.name })
  })
  server.setRequestHandler('resources/list', ({ params }) => listResources(memory, params?.cursor))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: memory ? resourceTemplates : [],
  }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(memory, params.uri))
  const prompt = { name: recallPolicyName, title: 'Memory recall policy', description: policyDescription }
  server.setRequestHandler('prompts/list', () => ({ prompts: policy === '' ? [] : [prompt] }))
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(policy, params.name))
  return server
}

/** An error outside of a request as one line. */
export function protocolFailure({ name, message }: Error): string {
  if (name === 'ZodError') return 'A message that is not JSON-RPC was ignored.'
  return message.trimStart().split('\n')[0] ?? ''
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
  { signal, client }: { readonly signal: AbortSignal; readonly client: string | undefined },
): Promise<CallToolResult> {
  const tool = tools.find(({ name }) => name === params.name)
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ')
    const hint = names ? `Available: ${names}.` : 'Memory is switched off.'
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}. ${hint}`)
  }
  try {
    const { structured, text } = await tool.execute(params.arguments ?? {}, { signal, client })
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
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}. ${hint}`)
  }
  return {
    description: policyDescription,
    messages: [{ role: 'user', content: { type: 'text', text: policy } }],
  }
}

/** Waits for a promise or a timeout. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  const deadline = wait(milliseconds, undefined, timer).catch(() => undefined)
  await Promise.race([work, deadline])
  timer.abort()
}
