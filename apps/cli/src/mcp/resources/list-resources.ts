import { showInvisible } from '@recallite/core'
import { ErrorCode, McpError, type ListResourcesResult } from '@modelcontextprotocol/sdk/types.js'
import type { ServedMemory } from '../offer.js'
import { fromCursor, toCursor } from './cursor.js'
import { mimeType } from './mime-type.js'
import { pageOfDocuments } from './page-of-documents.js'
import { resourceUri } from './resource-uri.js'

const pageSize = 200

/**
 * Lists the documents of a memory, 200 a page.
 * @throws McpError for a cursor that is none
 */
export async function listResources(
  memory: ServedMemory | undefined,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  if (!memory) return { resources: [] }
  const after = cursor === undefined ? undefined : fromCursor(cursor)
  if (cursor !== undefined && !after) {
    throw new McpError(ErrorCode.InvalidParams, 'This cursor is none of ours: list from the beginning.')
  }
  const { documents, next } = await pageOfDocuments(memory, after, pageSize)
  const resources = documents.map((document) => ({
    uri: resourceUri(document),
    name: showInvisible(document.path),
    title: showInvisible(`${document.root}:${document.path}`),
    mimeType: mimeType(document.path),
  }))
  return { resources, ...(next && { nextCursor: toCursor(next) }) }
}
