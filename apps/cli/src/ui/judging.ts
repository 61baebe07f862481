import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CodedError, orUndefined, shellWord, writeWhole } from '@recallite/command-line'
import {
  changeQueryLines,
  nextQueryId,
  queriesFile,
  readQueryLines,
  singleSpaces,
  suiteFile,
} from '@recallite/command-line/suite-file'
import type { Memory } from '@recallite/core'
import { boolean, text, whole } from '@recallite/core/schema'
import { innerPath, isDocumentFile } from '@recallite/core/sources'
import { optional, readInput, required } from '@recallite/core/tools'
import type { JudgedSuite } from '@recallite/ui/api'
import * as v from 'valibot'
import { parseDocument, stringify } from 'yaml'
import type { OpenMemory } from '../open/open-memory.js'
import type { RestService } from '../serve/answer-rest.js'
import type { Routes } from '../serve/answer-route.js'

/** What the page asks about the user's own suite. */
export const judgingRoutes = {
  '/api/suite': { method: 'GET', answer: (_, { held }) => held.use((open) => describeSuite(open)) },
  '/api/judge': {
    method: 'POST',
    answer: ({ body }, { held }) => held.use((open) => judge(open, readInput(judgement, body))),
  },
  '/api/remove-query': {
    method: 'POST',
    answer: ({ body }, { held }) => {
      const { id } = readInput(removal, body)
      const remove = (lines: string[], queries: readonly KeptQuery[]) => {
        const found = queries.find((query) => query.id === id)
        if (found) lines.splice(found.at, 1)
      }
      return held.use((open) => changeSuite(open, remove))
    },
  },
} satisfies Routes<RestService>

const spanForm = 'the first and the last line, such as [12, 15]'
const lineSpan = v.pipe(
  v.strictTuple([whole(1), whole(1)], spanForm),
  v.check(([first, last]) => first <= last, spanForm),
  v.readonly(),
)

const judgement = v.strictObject({
  query: required(text, 'what was asked'),
  root: required(text, 'the root of the document'),
  path: required(text, 'its path in the root'),
  lines: optional(lineSpan, 'the first and the last line that answer; default the whole document'),
  answers: required(boolean, 'whether it answers'),
})

const removal = v.strictObject({ id: required(text, 'the id of the query') })

/** As the evaluation reads a query. What else it says stays. */
const fields = v.looseObject({
  id: v.string(),
  text: v.string(),
  kind: v.optional(v.string()),
  relevant: v.array(v.looseObject({ path: v.string(), grade: v.optional(v.number()) })),
})

type Entry = v.InferOutput<typeof fields>['relevant'][number]

/** A query, and its line, from 0. */
interface KeptQuery extends v.InferOutput<typeof fields> {
  readonly at: number
}

/** Queries that the page began go with their last judgement. */
const ownKind = 'judged'

/**
 * Says of a query whether a document answers it, in the suite of the memory, which is begun if there is none; the same again takes
 * it back.
 * @throws MemoryError if the index has no such document; CodedError `SUITE_MALFORMED`, `LOCKED`
 */
async function judge(open: OpenMemory, asked: v.InferOutput<typeof judgement>): Promise<JudgedSuite> {
  if (asked.query.trim() === '')
    throw new CodedError('QUERY_EMPTY', 'There is no query that could be answered.')
  const entry = await entryOf(open.memory, asked)
  mkdirSync(suiteFolderOf(open), { recursive: true })
  await writeManifest(open)
  return changeSuite(open, (lines, queries) => {
    const found = queries.find((query) => singleSpaces(query.text) === singleSpaces(asked.query))
    const id = nextQueryId(queries.map((query) => query.id))
    const begun = { at: lines.length, id, text: asked.query, kind: ownKind, relevant: [] }
    const { at, ...before } = found ?? begun
    const after = { ...before, relevant: toggle(before.relevant, entry) }
    const isEmpty = after.kind === ownKind && after.relevant.length === 0
    lines.splice(at, 1, ...(isEmpty ? [] : [JSON.stringify(after)]))
  })
}

async function changeSuite(open: OpenMemory, change: (lines: string[], queries: KeptQuery[]) => void) {
  const file = join(suiteFolderOf(open), queriesFile)
  await changeQueryLines(file, (lines) => change(lines, parseQueries(lines, file)))
  return describeSuite(open)
}

/** The suite of a memory as the page shows it; it may not be there yet. */
async function describeSuite(open: OpenMemory): Promise<JudgedSuite> {
  const folder = suiteFolderOf(open)
  const file = join(folder, queriesFile)
  const queries = parseQueries(readQueryLines(file), file)
  const ids = queries.flatMap(({ relevant }) => relevant.map(({ path }) => path))
  const { indexed, version } = await indexedOf(open.memory, ids)
  return {
    folder,
    version,
    command: `recallite-eval run ${shellWord(folder)}`,
    queries: queries.map(({ id, text: asked, relevant }) => ({
      id,
      text: asked,
      documents: relevant.map(({ path, grade = 1, lines: span }) => {
        return {
          document: path,
          grade,
          lines: v.is(lineSpan, span) ? span : null,
          isIndexed: indexed.has(path),
        }
      }),
    })),
  }
}

/** Beside the database, for a project in its folder, so that it can be kept with it. Throws a CodedError. */
function suiteFolderOf({ scope, path }: Pick<OpenMemory, 'scope' | 'path'>): string {
  if (scope.kind === 'user' && path === ':memory:')
    throw new CodedError('SUITE_NOT_FOUND', 'This memory has no file, and so no place for a suite.')
  if (scope.kind === 'user') return `${path.replace(/\.sqlite$/u, '')}.suite`
  const folder = join(scope.folder, '.recallite', 'suite')
  // The folder of a project may come from other people, and a link in it may lead anywhere.
  const parts = ['..', '.', suiteFile, queriesFile].map((name) => join(folder, name))
  const link = parts.find((part) => lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink())
  if (link === undefined) return folder
  throw new CodedError('SUITE_FOLDER_TAKEN', `${link} is a link, and a suite has none. Remove it.`)
}

/** Has the manifest name the roots of the memory. @throws CodedError `SUITE_MALFORMED` if the suite is about something else */
async function writeManifest({ memory, ...place }: OpenMemory): Promise<void> {
  const folder = suiteFolderOf(place)
  const [file, project] = [join(folder, suiteFile), place.scope.kind === 'project' ? place.scope.folder : '']
  const roots = (await memory.listRoots()).map((root) => {
    const isInside = innerPath(root.path, project) !== undefined
    return { ...root, path: project !== '' && isInside ? relative(folder, root.path) : root.path }
  })
  const begun = stringify({ name: project === '' ? 'own memory' : basename(project), corpus: { roots: [] } })
  const document = parseDocument(existsSync(file) ? readFileSync(file, 'utf8') : begun)
  const known = orUndefined(() => (document.toJS() as { corpus: { roots: unknown } }).corpus.roots)
  if (isDeepStrictEqual(known, roots)) return
  if (known === undefined)
    throw new CodedError('SUITE_MALFORMED', `${file} is not about the roots of a memory. Move it away.`)
  document.setIn(['corpus', 'roots'], roots)
  writeWhole(file, [document.toString({ lineWidth: 0 })])
}

function parseQueries(lines: readonly string[], file: string): KeptQuery[] {
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const query = orUndefined(() => JSON.parse(line) as unknown)
    if (v.is(fields, query)) return [{ ...query, at }]
    throw new CodedError('SUITE_MALFORMED', `${file}:${at + 1}: This is not a query. Correct the line.`)
  })
}

/** The same judgement again takes it back. That a document does not answer replaces what was said of its passages. */
function toggle(relevant: readonly Entry[], entry: Entry): Entry[] {
  const others = relevant.filter((other) => !isDeepStrictEqual(other, entry))
  if (others.length < relevant.length) return others
  const isKept = ({ path, grade }: Entry) => path !== entry.path || (grade !== 0 && entry.grade !== 0)
  return [...others.filter(isKept), entry]
}

/**
 * The document as the suite names it. The lines of transcripts, PDF and Office files are not those of the file, with which the
 * evaluation compares them.
 * @throws MemoryError, `DOCUMENT_UNKNOWN` if the index has no such document, `SPAN_INVALID`
 */
async function entryOf(memory: Memory, asked: v.InferOutput<typeof judgement>): Promise<Entry> {
  const [from, last] = asked.lines ?? [1, 1]
  const named = `${asked.root}:${asked.path}`
  const { root, path, startLine, endLine } = await memory.get({ path: named, from, lines: last - from + 1 })
  const found = (await memory.listRoots()).find(({ name }) => name === root)
  if (!found) throw new CodedError('DOCUMENT_UNKNOWN', `${named} is a record, and a suite is about files.`)
  const id = `${root}:${path}`
  if (!asked.answers) return { path: id, grade: 0 }
  const hasLines = asked.lines !== undefined && found.kind !== 'sessions' && !isDocumentFile(path)
  return { path: id, ...(hasLines && { lines: [startLine, endLine] }) }
}

/** What the index has in the roots of documents, and what changes with it. */
async function indexedOf(memory: Memory, ids: readonly string[]) {
  const names = new Set(ids.map((id) => id.split(':', 1)[0]))
  const { roots, spaces } = await memory.status()
  const judged = roots.filter(({ name }) => names.has(name))
  const documents = (await Promise.all(judged.map(({ name }) => memory.listDocuments(name)))).flat()
  const latest = documents.reduce((max, { readAt }) => Math.max(max, readAt), 0)
  const indexed = new Set(documents.map(({ root, path }) => `${root}:${path}`))
  return { indexed, version: [indexed.size, latest, ...spaces.map(({ vectors }) => vectors)].join() }
}
