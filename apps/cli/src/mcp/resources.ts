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
import { describeFailure } from '../failure.js'

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

interface DocumentPage {
  readonly documents: readonly DocumentAddress[]
  readonly next: DocumentAddress | undefined
}

/**
 * Lists documents in the order of roots and paths. It goes on after a document whether or not that is still there, so that
 * a list that is read while files change neither repeats nor loses what stays.
 */
export async function pageOfDocuments(
  memory: DocumentSource,
  after: DocumentAddress | undefined,
  size: number,
): Promise<DocumentPage> {
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

/** In the order of the store: that of code points, which UTF-8 keeps. */
function isAfter(text: string, other: string): boolean {
  return Buffer.compare(Buffer.from(text), Buffer.from(other)) > 0
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

/** The protocol's code for a resource that does not exist. */
const notFound = -32_002

function unknownResource(uri: string, reason: string): McpError {
  return new McpError(notFound, `${reason} List the resources for what there is.`, { uri })
}

const megabyte = 1024 * 1024

const mostBytes = megabyte

function assertNotTooLong(text: string, { root, path }: DocumentAddress): void {
  if (Buffer.byteLength(text) <= mostBytes) return
  throw new McpError(
    ErrorCode.InvalidParams,
    `${root}:${path} has ${(Buffer.byteLength(text) / megabyte).toFixed(1)} MB of text; a resource has ${mostBytes / megabyte} MB at most. Read it in parts: memory_get with this path, from and lines.`,
  )
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

/** How addresses of documents are made. */
export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'recallite://{root}/{+path}',
    name: 'document',
    title: 'A document of the memory',
    description:
      'The text of an indexed file: the name of its root, and its path below that root, percent-encoded.',
  },
]

const scheme = 'recallite:'

/** Where a document is to be had as a resource: the same for as long as it stays where it is. */
export function resourceUri({ root, path }: DocumentAddress): string {
  const names = [root, ...path.split('/')].map((name) => encodeURIComponent(name))
  return `${scheme}//${names.join('/')}`
}

const form = /^recallite:\/\/(?<root>[^/?#]+)\/(?<path>[^?#]+)$/u

/** The document that a resource's address means; undefined where it means none. */
export function documentOf(uri: string): DocumentAddress | undefined {
  const { root, path } = form.exec(uri)?.groups ?? {}
  if (root === undefined || path === undefined) return undefined
  try {
    return { root: decodeURIComponent(root), path: decodeURIComponent(path) }
  } catch {
    return undefined
  }
}

/** A place in a list as a text that clients hand back. */
export function toCursor({ root, path }: DocumentAddress): string {
  return Buffer.from(JSON.stringify([root, path])).toString('base64url')
}

/** The place that a client handed back; undefined where it is none of ours. */
export function fromCursor(cursor: string): DocumentAddress | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(place)) return undefined
    const [root, path]: unknown[] = place
    return typeof root === 'string' && typeof path === 'string' ? { root, path } : undefined
  } catch {
    return undefined
  }
}
