import { languageOf, loadLanguages, matchRanges, parseQuery } from '@recallite/analysis'
import { CodedError } from '@recallite/command-line'
import type { IndexedDocument, Memory } from '@recallite/core'
import type { DocumentAddress, StoredDocument } from '@recallite/store'
import type {
  ChunkSpan,
  DocumentAnswer,
  DocumentsAnswer,
  ListedDocument,
  PassageAnswer,
} from '@recallite/ui/api'
import type { RestService } from '../serve/answer-rest.js'
import type { Routes } from '../serve/answer-route.js'

/** What the page asks about notes. */
export const noteRoutes: Routes<RestService> = {
  '/api/documents': { method: 'GET', answer: (_, { held }) => held.use(({ memory }) => listAll(memory)) },
  '/api/document': {
    method: 'GET',
    answer: ({ parameters }, { held }) => {
      const [root, path] = [given(parameters, 'root'), given(parameters, 'path')]
      return held.use(({ memory }) => describe(memory, { root, path }))
    },
  },
  '/api/passage': {
    method: 'GET',
    answer: ({ parameters }, { held }) =>
      held.use(async ({ memory }) => {
        const { text } = await memory.get(given(parameters, 'place'))
        return markWords(text, parameters.get('q') ?? '')
      }),
  },
}

/** @throws CodedError `OPTION_INVALID` */
export function given(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name)
  if (value === null) throw new CodedError('OPTION_INVALID', `'${name}' is missing.`)
  return value
}

async function listAll(memory: Memory): Promise<DocumentsAnswer> {
  const roots = await memory.listRoots()
  const documents = roots.map(async ({ name }) => ({
    name,
    documents: (await memory.listDocuments(name)).map(listed),
  }))
  return { roots: await Promise.all(documents) }
}

const listed = ({ path, title, date = '' }: StoredDocument): ListedDocument => ({ path, title, date })

async function describe(memory: Memory, address: DocumentAddress): Promise<DocumentAnswer> {
  const { document, chunks } = await memory.readIndexed(address)
  const passage = await memory.get({ path: `${address.root}:${address.path}` })
  const { lines, links, backlinks, text } = passage
  const { metadata } = document
  return {
    ...listed(document),
    tags: textsOf(metadata['tags']),
    aliases: [...textsOf(metadata['aliases']), ...textsOf(metadata['alias'])],
    lines,
    chunks: spansOf(chunks, text.split('\n')),
    hasChanged: !isCutFrom(chunks, text),
    links,
    backlinks,
  }
}

function textsOf(value: unknown = []): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((each) => typeof each === 'string')
}

function spansOf(chunks: IndexedDocument['chunks'], lines: readonly string[]): ChunkSpan[] {
  return chunks.map(
    ({ locator: { startLine, startColumn, endLine, endColumn }, attributes: { heading } }) => {
      const isWhole = (endColumn ?? Infinity) >= (lines[endLine - 1]?.length ?? 0)
      return {
        startLine,
        startColumn: startColumn ?? 1,
        endLine,
        endColumn: isWhole ? null : endColumn,
        heading,
      }
    },
  )
}

/** Whether a text has all the chunks, in their order. */
function isCutFrom(chunks: IndexedDocument['chunks'], text: string): boolean {
  let from = 0
  return chunks.every((chunk) => (from = text.indexOf(chunk.text, from)) >= 0)
}

/** As a search marks them. */
async function markWords(text: string, query: string): Promise<PassageAnswer> {
  if (query.trim() === '') return { text, marks: [] }
  const language = languageOf(text)
  await loadLanguages([language])
  const { terms } = parseQuery(query, { languages: [language] })
  return { text, marks: matchRanges(text, terms, language) }
}
