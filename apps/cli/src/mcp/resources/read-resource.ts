import { showInvisible } from '@recallite/core'
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import type { DocumentAddress } from '@recallite/store'
import { describeFailure } from '../../failure.js'
import type { ServedMemory } from '../offer.js'
import { mimeType } from './mime-type.js'
import { documentOf } from './resource-uri.js'

/** What the protocol says for a resource that is not there. */
const notFound = -32_002

const megabyte = 1024 * 1024
/** The most bytes of a document that is read as one resource. */
const mostBytes = megabyte

function unknownResource(uri: string, reason: string): McpError {
  return new McpError(notFound, `${reason} List the resources for what there is.`, { uri })
}

function refusal(uri: string, error: unknown): unknown {
  const failure = describeFailure(error)
  if (!failure) return error
  const { code, message } = failure
  if (code === 'PATH_OUTSIDE_ROOT') return new McpError(ErrorCode.InvalidParams, message, { uri, code })
  return new McpError(code === 'DOCUMENT_UNKNOWN' ? notFound : ErrorCode.InternalError, message, {
    uri,
    code,
  })
}

/** @throws McpError where a text is too long for one message, which clients refuse from some MB on */
function assertNotTooLong(text: string, { root, path }: DocumentAddress): void {
  if (Buffer.byteLength(text) <= mostBytes) return
  throw new McpError(
    ErrorCode.InvalidParams,
    `${root}:${path} has ${(Buffer.byteLength(text) / megabyte).toFixed(1)} MB of text; a resource has ${mostBytes / megabyte} MB at most. Read it in parts: memory_get with this path, from and lines.`,
  )
}

/**
 * Reads a document of the memory as it is now.
 * @throws McpError for an address that means none of its documents, and for a document that is too long
 */
export async function readResource(
  memory: ServedMemory | undefined,
  uri: string,
): Promise<ReadResourceResult> {
  const document = documentOf(uri)
  if (!document || !memory) throw unknownResource(uri, 'There is no such resource.')
  const { root, path } = document
  const roots = await memory.listRoots()
  if (!roots.some(({ name }) => name === root)) throw unknownResource(uri, 'There is no such root.')
  try {
    const { text } = await memory.get({ path: `${root}:${path}` })
    assertNotTooLong(text, document)
    return { contents: [{ uri, mimeType: mimeType(path), text: showInvisible(text) }] }
  } catch (error) {
    throw refusal(uri, error)
  }
}
