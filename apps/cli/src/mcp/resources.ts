import { showInvisible } from '@recallite/core/tools'
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { DocumentAddress } from '@recallite/store'
import type { ServedMemory } from './offer.js'
import { orUndefined } from '@recallite/command-line'
import { describeFailure } from '../failure.js'

const pageSize = 200
const { InvalidParams: invalid, InternalError: internal } = ProtocolErrorCode

/** Lists the documents of a memory, 200 per page; throws a ProtocolError for an unknown cursor. */
export async function listResources(memory: ServedMemory | undefined, cursor: string | undefined) {
  if (!memory) return { resources: [] }
  const from = cursor === undefined ? 0 : Number(cursor)
  if (!/^\d*$/u.test(cursor ?? ''))
    throw new ProtocolError(invalid, 'This cursor is unknown. List from the beginning.')
  const documents: DocumentAddress[] = []
  for (const { name } of await memory.listRoots()) documents.push(...(await memory.listDocuments(name)))
  const next = from + pageSize
  const resources = documents.slice(from, next).map((document) => ({
    uri: resourceUri(document),
    name: showInvisible(document.path),
    title: showInvisible(`${document.root}:${document.path}`),
    mimeType: mimeType(document.path),
  }))
  return { resources, ...(next < documents.length && { nextCursor: String(next) }) }
}

const mimeType = (path: string): string => (/\.(md|markdown)$/iu.test(path) ? 'text/markdown' : 'text/plain')

/**
 * Reads the current text of a document.
 * @throws ProtocolError for an unknown document, and for one with more than 1 MB of text
 */
export async function readResource(memory: ServedMemory | undefined, uri: string) {
  const document = documentOf(uri)
  if (!document || !memory) throw unknownResource(uri, 'There is no such resource.')
  const { root, path } = document
  const roots = await memory.listRoots()
  if (!roots.some(({ name }) => name === root)) throw unknownResource(uri, 'There is no such root.')
  try {
    const { text } = await memory.get({ path: `${root}:${path}` })
    const bytes = Buffer.byteLength(text)
    if (bytes > megabyte) {
      const size = `${root}:${path} has ${(bytes / megabyte).toFixed(1)} MB of text, but a resource can have at most 1 MB`
      const advice = 'Read it page by page: memory_get with this path.'
      throw new ProtocolError(invalid, `${size}. ${advice}`)
    }
    return { contents: [{ uri, mimeType: mimeType(path), text: showInvisible(text) }] }
  } catch (error) {
    const failure = describeFailure(error)
    if (!failure) throw error
    const { code, message } = failure
    const isUnknown = code === 'DOCUMENT_UNKNOWN' || code === 'PATH_OUTSIDE_ROOT'
    if (isUnknown) throw new ResourceNotFoundError(uri, message)
    throw new ProtocolError(internal, message, { uri, code })
  }
}

const unknownResource = (uri: string, reason: string) =>
  new ResourceNotFoundError(uri, `${reason} List the resources to see all of them.`)

const megabyte = 1024 * 1024

/** The URI template of documents. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: 'recallite://{root}/{+path}',
    name: 'document',
    title: 'A document in the memory',
    description:
      'The text of an indexed file, by the name of its root and its path in that root, percent-encoded.',
  },
]

/** The URI of a document as a resource; it changes only if the document is moved. */
export function resourceUri({ root, path }: DocumentAddress): string {
  const names = [root, ...path.split('/')].map((name) => encodeURIComponent(name))
  return `recallite://${names.join('/')}`
}

/** The document of a resource's URI; undefined for other URIs. */
export function documentOf(uri: string): DocumentAddress | undefined {
  const { root, path } = /^recallite:\/\/(?<root>[^/?#]+)\/(?<path>[^?#]+)$/u.exec(uri)?.groups ?? {}
  if (root === undefined || path === undefined) return undefined
  return orUndefined(() => ({ root: decodeURIComponent(root), path: decodeURIComponent(path) }))
}
