import type { IndexedDocument, Memory } from '@recallite/core'
import type { StoredDocument } from '@recallite/store'
import type { DocumentAnswer, DocumentsAnswer, ListedDocument } from '@recallite/ui/api'
import type { RestService } from '../serve/answer-rest.js'
import type { Routes } from '../serve/answer-route.js'

/** What the page asks about notes. */
export const noteRoutes: Routes<RestService> = {
  '/api/documents': { method: 'GET', answer: (_, { held }) => held.use(({ memory }) => listAll(memory)) },
  '/api/document': {
    method: 'GET',
    answer: ({ parameters }, { held }) => held.use(({ memory }) => readDocument(memory, parameters)),
  },
}

async function listAll(memory: Memory): Promise<DocumentsAnswer> {
  const roots = await memory.listRoots()
  const documents = await Promise.all(roots.map(({ name }) => memory.listDocuments(name)))
  return { documents: documents.flat().map(listed) }
}

const listed = ({ root, path, title, date }: StoredDocument): ListedDocument => ({ root, path, title, date })

/** So many lines, and UTF-16 units, of a document are sent at once; lines before the wanted one are among them. */
const most = { lines: 5000, length: 1_000_000, before: 200 }

async function readDocument(memory: Memory, parameters: URLSearchParams): Promise<DocumentAnswer> {
  const [root, path] = [parameters.get('root') ?? '', parameters.get('path') ?? '']
  const { document, chunks } = await memory.readIndexed({ root, path })
  const { text: whole, lines, links, backlinks } = await memory.get({ path: `${root}:${path}` })
  const from = Math.max(1, Math.min(lines, Number(parameters.get('line')) || 1) - most.before)
  const shown = whole.split('\n').slice(from - 1, from - 1 + most.lines)
  const text = shown.join('\n').slice(0, most.length)
  const { tags, aliases, alias } = document.metadata
  return {
    ...listed(document),
    tags: textsOf(tags),
    aliases: [...textsOf(aliases), ...textsOf(alias)],
    links,
    backlinks,
    chunks: chunks.map(({ locator: { root: _, path: __, ...span }, attributes: { heading } }) => ({
      ...span,
      heading,
    })),
    hasChanged: !isCutFrom(chunks, whole),
    lines,
    from,
    text,
  }
}

function textsOf(value: unknown = []): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((each) => typeof each === 'string')
}

/** Whether a text has all the chunks, in their order. */
function isCutFrom(chunks: IndexedDocument['chunks'], text: string): boolean {
  let from = 0
  return chunks.every((chunk) => (from = text.indexOf(chunk.text, from)) >= 0)
}
