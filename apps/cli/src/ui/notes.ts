import type { IndexedDocument, Memory } from '@recallite/core'
import type { StoredDocument } from '@recallite/store'
import type { DocumentAnswer, DocumentsAnswer } from '@recallite/ui/api'
import { reading, type Routes } from '../serve/answer-route.js'

/** The routes for notes. */
export const noteRoutes: Routes = {
  '/api/documents': reading(async ({ memory }): Promise<DocumentsAnswer> => {
    const roots = await memory.listRoots()
    const documents = (await Promise.all(roots.map(({ name }) => memory.listDocuments(name)))).flat()
    return { documents: documents.map(({ root, path, title, date }) => ({ root, path, title, date })) }
  }),
  '/api/document': reading(({ memory }, { parameters }) => readDocument(memory, parameters)),
}

/** When a document was last read, in milliseconds since the epoch; 0 if there are none. */
export const latestOf = (documents: readonly Pick<StoredDocument, 'readAt'>[]): number =>
  documents.reduce((latest, { readAt }) => Math.max(latest, readAt), 0)

/** The maximum number of lines and UTF-16 units of a document in one answer, and of lines before the requested one. */
const max = { lines: 5000, length: 1_000_000, before: 200 }

async function readDocument(memory: Memory, parameters: URLSearchParams): Promise<DocumentAnswer> {
  const [root, path] = [parameters.get('root') ?? '', parameters.get('path') ?? '']
  const { document, chunks } = await memory.readIndexed({ root, path })
  const { text: whole, lines, links, backlinks } = await memory.get({ path: `${root}:${path}` })
  const from = Math.max(1, Math.min(lines, Number(parameters.get('line')) || 1) - max.before)
  const part = whole.split('\n').slice(from - 1, from - 1 + max.lines)
  const { tags, aliases, alias } = document.metadata
  return {
    ...document,
    tags: textsOf(tags),
    aliases: [...textsOf(aliases), ...textsOf(alias)],
    links,
    backlinks,
    chunks: chunks.map(({ locator, attributes: { heading } }) => ({ ...locator, heading })),
    hasChanged: !isCutFrom(chunks, whole),
    lines,
    from,
    text: part.join('\n').slice(0, max.length),
  }
}

function textsOf(value: unknown = []): string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}

function isCutFrom(chunks: IndexedDocument['chunks'], text: string): boolean {
  let from = 0
  return chunks.every((chunk) => (from = text.indexOf(chunk.text, from)) >= 0)
}
