import { extname } from 'node:path/posix'
import { showInvisible } from '@recallite/core/tools'
import {
  ErrorCode,
  McpError,
  type ListResourcesResult,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js'
import type { DocumentAddress } from '@recallite/store'
import type { ServedMemory } from './offer.js'
import { orUndefined } from '../or-undefined.js'
import { describeFailure } from '../failure.js'

const pageSize = 200

/** Lists the documents of a memory, 200 a page; throws an McpError for an unknown cursor. */
export async function listResources(
  memory: ServedMemory | undefined,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  if (!memory) return { resources: [] }
  const after = cursor === undefined ? undefined : fromCursor(cursor)
  if (cursor !== undefined && !after) {
    throw new McpError(ErrorCode.InvalidParams, 'This cursor is not known: list from the beginning.')
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

const types: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
  '.json': 'application/json',
}

function mimeType(path: string): string {
  return types[extname(path).toLowerCase()] ?? 'text/plain'
}

interface DocumentSource {
  listRoots(): Promise<readonly { readonly name: string }[]>
  listDocuments(root: string): Promise<readonly DocumentAddress[]>
}

/**
 * Lists documents in the order of roots and paths. The page begins after a document even if that was deleted, so that a
 * list that is read while files change neither repeats nor omits the unchanged documents.
 */
export async function pageOfDocuments(
  memory: DocumentSource,
  after: DocumentAddress | undefined,
  size: number,
): Promise<{ documents: readonly DocumentAddress[]; next: DocumentAddress | undefined }> {
  const found: DocumentAddress[] = []
  for (const { name } of await memory.listRoots()) {
    if (after && isAfter(after.root, name)) continue
    const documents = await memory.listDocuments(name)
    const isListed =
      after?.root === name ? documents.filter(({ path }) => isAfter(path, after.path)) : documents
    found.push(...isListed.map(({ root, path }) => ({ root, path })))
    if (found.length > size) break
  }
  const page = found.slice(0, size)
  return { documents: page, next: found.length > size ? page.at(-1) : undefined }
}

/** By code points, as the store orders them: the order of UTF-8. */
function isAfter(text: string, other: string): boolean {
  return Buffer.compare(Buffer.from(text), Buffer.from(other)) > 0
}

/**
 * Reads a document of the memory as it is now.
 * @throws McpError for an address of no document, and for a document that is too long
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
    const bytes = Buffer.byteLength(text)
    if (bytes > megabyte) {
      const size = `${root}:${path} has ${(bytes / megabyte).toFixed(1)} MB of text; a resource has 1 MB at most`
      const advice = 'Read it page by page: memory_get with this path.'
      throw new McpError(ErrorCode.InvalidParams, `${size}. ${advice}`)
    }
    return { contents: [{ uri, mimeType: mimeType(path), text: showInvisible(text) }] }
  } catch (error) {
    throw toMcpError(uri, error)
  }
}

/** The protocol's code for an unknown resource. */
const notFound = -32_002

function unknownResource(uri: string, reason: string): McpError {
  return new McpError(notFound, `${reason} List the resources for what there is.`, { uri })
}

const megabyte = 1024 * 1024

const mcpCodes: Readonly<Record<string, number>> = {
  PATH_OUTSIDE_ROOT: ErrorCode.InvalidParams,
  DOCUMENT_UNKNOWN: notFound,
}

function toMcpError(uri: string, error: unknown): unknown {
  const failure = describeFailure(error)
  if (!failure) return error
  const { code, message } = failure
  return new McpError(mcpCodes[code] ?? ErrorCode.InternalError, message, { uri, code })
}

/** The form of the addresses of documents. */
export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'recallite://{root}/{+path}',
    name: 'document',
    title: 'A document of the memory',
    description:
      'The text of an indexed file: the name of its root, and its path below that root, percent-encoded.',
  },
]

/** The address of a document as a resource; it changes only if the document is moved. */
export function resourceUri({ root, path }: DocumentAddress): string {
  const names = [root, ...path.split('/')].map((name) => encodeURIComponent(name))
  return `recallite://${names.join('/')}`
}

/** The document of a resource's address; undefined for other addresses. */
export function documentOf(uri: string): DocumentAddress | undefined {
  const { root, path } = /^recallite:\/\/(?<root>[^/?#]+)\/(?<path>[^?#]+)$/u.exec(uri)?.groups ?? {}
  if (root === undefined || path === undefined) return undefined
  return orUndefined(() => ({ root: decodeURIComponent(root), path: decodeURIComponent(path) }))
}

/** A position in a list as a text that clients send back. */
export function toCursor({ root, path }: DocumentAddress): string {
  return Buffer.from(JSON.stringify([root, path])).toString('base64url')
}

/** The position that a client sent back; undefined for other texts. */
export function fromCursor(cursor: string): DocumentAddress | undefined {
  const position: unknown = orUndefined(() => JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  const [root, path]: unknown[] = Array.isArray(position) ? position : []
  return typeof root === 'string' && typeof path === 'string' ? { root, path } : undefined
}
