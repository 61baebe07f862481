import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { callTool, describeTool } from './call-tool.js'
import { describeTrouble } from './describe-trouble.js'
import type { Offer } from './offer.js'
import { listResources } from './resources/list-resources.js'
import { readResource } from './resources/read-resource.js'
import { resourceTemplates } from './resources/resource-templates.js'

/** What becomes of a session, besides what its client is told. */
export interface SessionEvents {
  readonly onTrouble: (message: string) => void
  readonly onClose: () => void
}

/**
 * Makes the server of one session. Nothing is promised that is not kept: no list of changes, no subscriptions.
 */
export function createServer(
  { version, tools, instructions, memory }: Offer,
  { onTrouble, onClose }: SessionEvents,
): Server {
  const server = new Server(
    { name: 'recallite', title: 'Recallite', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => callTool(tools, params, signal))
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => listResources(memory, params?.cursor))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: memory ? resourceTemplates : [],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(memory, params.uri))
  const onerror = (error: Error) => onTrouble(describeTrouble(error))
  return Object.assign(server, { onerror, onclose: onClose })
}
