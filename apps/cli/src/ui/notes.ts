import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { splitLines } from '@recallite/chunker'
import { CodedError } from '@recallite/command-line'
import { createLinkResolver, type Memory, MemoryError, rootProblem, withFileInRoot } from '@recallite/core'
import { text, whole } from '@recallite/core/schema'
import { required } from '@recallite/core/tools'
import type { DocumentAddress, StoredDocument } from '@recallite/store'
import type { DocumentAnswer, DocumentsAnswer } from '@recallite/ui/api'
import * as v from 'valibot'
import type { OpenMemory } from '../open/open-memory.js'
import { asking, reading, type Routes } from '../serve/answer-route.js'
import { editorLinks, runEditor } from './other-programs.js'
import { renderMarkdown, renderSource } from './render-markdown.js'

const openRequest = v.strictObject({
  root: required(text, 'name of the root'),
  path: required(text, 'path in the root'),
  line: required(whole(1), 'line'),
})

/** The routes for notes. */
export const noteRoutes: Routes = {
  '/api/documents': reading(async ({ memory }): Promise<DocumentsAnswer> => {
    const documents = await allDocuments(memory)
    return { documents: documents.map(({ root, path, title, date }) => ({ root, path, title, date })) }
  }),
  '/api/document': reading((open, { parameters }) => readDocument(open, parameters)),
  '/api/image': reading(({ memory }, { parameters }) => readImage(memory, parameters)),
  '/api/open': asking(openRequest, async ({ memory, resolved }, { root, path, line }) => {
    const { editor } = resolved.settings.ui
    await memory.readIndexed({ root, path })
    if (editor !== undefined) await runEditor({ folder: await folderOf(memory, root), path, line }, editor)
    return {}
  }),
}

/** The documents of all roots. */
export async function allDocuments(memory: Memory): Promise<StoredDocument[]> {
  const roots = await memory.listRoots()
  return (await Promise.all(roots.map(({ name }) => memory.listDocuments(name)))).flat()
}

/** When a document was last read, in milliseconds since the epoch; 0 if there are none. */
export const latestOf = (documents: readonly Pick<StoredDocument, 'readAt'>[]): number =>
  documents.reduce((latest, { readAt }) => Math.max(latest, readAt), 0)

async function readDocument(
  { memory, resolved }: OpenMemory,
  parameters: URLSearchParams,
): Promise<DocumentAnswer> {
  const { root, path, anchor } = await addressOf(memory, parameters)
  const { document, text: content, ...indexed } = await memory.readIndexed({ root, path })
  const folder = await folderOf(memory, root)
  const { tags, aliases, alias } = document.metadata
  const isMarkdown = /\.(?:md|markdown|mdx)$/iu.test(path)
  const from = parameters.get('from')
  const line = Number(from ?? parameters.get('line')) || 1
  const part = { line, isRead: from === null, anchor, title: document.title }
  const isSource = !isMarkdown || parameters.has('source')
  const rendered = (isSource ? renderSource : renderMarkdown)(content, part)
  return {
    ...document,
    tags: textsOf(tags),
    aliases: [...textsOf(aliases), ...textsOf(alias)],
    ...indexed,
    editors: editorLinks({ folder, path, line: rendered.line }, resolved.settings.ui.editor),
    lines: splitLines(content).length,
    isMarkdown,
    isSource,
    rendered,
  }
}

/** The document of a request, or the one that its `link` names, and the heading in it. */
async function addressOf(
  memory: Memory,
  parameters: URLSearchParams,
): Promise<DocumentAddress & { readonly anchor: string }> {
  const [root = '', path = '', link = ''] = ['root', 'path', 'link'].map((name) => parameters.get(name) ?? '')
  const [target = '', anchor = ''] = link.split('#', 2)
  if (target === '') return { root, path, anchor }
  const documents = await memory.listDocuments(root)
  const resolve = createLinkResolver(
    documents.map((each) => each.path),
    documents,
  )
  const found = resolve(target, path)
  if (found !== undefined) return { root, path: found, anchor }
  throw new MemoryError(
    'DOCUMENT_UNKNOWN',
    `${path} links to ${target}, but the index has no such note in ${root}.`,
  )
}

async function folderOf(memory: Memory, root: string): Promise<string> {
  const roots = await memory.listRoots()
  return roots.find(({ name }) => name === root)?.path ?? ''
}

/** Images that browsers display without running code, unlike SVG. */
const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

const maxImageBytes = 20_000_000

/** Reads the image that `src` names in the note `path`: relative to the folder of the note, else to the root. */
async function readImage(memory: Memory, parameters: URLSearchParams): Promise<Blob> {
  const [name = '', path = '', source = ''] = ['root', 'path', 'src'].map((key) => parameters.get(key) ?? '')
  const type = imageTypes[posix.extname(source).toLowerCase()]
  const root = (await memory.listRoots()).find((each) => each.name === name && each.kind !== 'sessions')
  if (!root || type === undefined || rootProblem(root)) throw noImage(source)
  for (const place of [posix.join(posix.dirname(path), source), posix.normalize(source)]) {
    const bytes = await withFileInRoot(root.path, place, ({ descriptor, stats }) =>
      stats.isFile() && stats.size <= maxImageBytes ? readFileSync(descriptor) : undefined,
    ).catch(() => undefined)
    if (bytes) return new Blob([bytes], { type })
  }
  throw noImage(source)
}

const noImage = (source: string) =>
  new CodedError(
    'IMAGE_UNAVAILABLE',
    `${source} is not a PNG, JPEG, GIF, WebP or AVIF image of up to 20 MB in the folder of its note.`,
  )

function textsOf(value: unknown = []): string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}
