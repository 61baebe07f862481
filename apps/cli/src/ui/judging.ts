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
import { optional, required } from '@recallite/core/tools'
import type { JudgedSuite } from '@recallite/ui/api'
import * as v from 'valibot'
import { parseDocument, stringify } from 'yaml'
import type { OpenMemory } from '../open/open-memory.js'
import { asking, reading, type Routes } from '../serve/answer-route.js'
import { allDocuments, latestOf } from './notes.js'

const judgement = v.strictObject({
  query: required(text, 'what was asked'),
  root: required(text, 'the root of the document'),
  path: required(text, 'its path in the root'),
  lines: optional(
    v.strictTuple([whole(1), whole(1)], 'the first and the last line, such as [12, 15]'),
    'the first and the last line that answer; default the whole document',
  ),
  answers: required(boolean, 'whether it answers'),
})

const removal = v.strictObject({ id: required(text, 'the id of the query') })

/** As the evaluation reads a query. What else it says stays. */
const keptQuery = v.looseObject({
  id: v.string(),
  text: v.string(),
  kind: v.optional(v.string()),
  relevant: v.array(
    v.looseObject({ path: v.string(), grade: v.optional(v.number()), lines: v.optional(v.unknown()) }),
  ),
})

type KeptQuery = v.InferOutput<typeof keptQuery>
type Entry = KeptQuery['relevant'][number]

/** What the page asks about the user's own suite. */
export const judgingRoutes = {
  '/api/suite': reading(describeSuite),
  '/api/judge': asking(judgement, judge),
  '/api/remove-query': asking(removal, (open, { id }) =>
    changeSuite(open, (lines, queries) => {
      const at = queries.findIndex((query) => query?.id === id)
      if (at !== -1) lines.splice(at, 1)
    }),
  ),
} satisfies Routes

/** Queries that the page began go with their last judgement. */
const ownKind = 'judged'

/**
 * Says of a query whether a document answers it, in the suite of the memory, which is begun if there is none; the same again takes
 * it back.
 * @throws MemoryError if the index has no such document; CodedError `SUITE_MALFORMED`, `LOCKED`
 */
async function judge(open: OpenMemory, asked: v.InferOutput<typeof judgement>): Promise<JudgedSuite> {
  const wanted = singleSpaces(asked.query)
  if (wanted === '') throw new CodedError('QUERY_EMPTY', 'There is no query that could be answered.')
  const entry = await entryOf(open.memory, asked)
  await writeManifest(open)
  return changeSuite(open, (lines, queries) => {
    const at = queries.findIndex((query) => query && singleSpaces(query.text) === wanted)
    const id = nextQueryId(queries.flatMap((query) => query?.id ?? []))
    const before = queries[at] ?? { id, text: asked.query, kind: ownKind, relevant: [] }
    const after = { ...before, relevant: toggle(before.relevant, entry) }
    const isEmpty = after.kind === ownKind && after.relevant.length === 0
    lines.splice(at === -1 ? lines.length : at, 1, ...(isEmpty ? [] : [JSON.stringify(after)]))
  })
}

/** @param change is given the lines to change, and the query of each; undefined for a blank one */
async function changeSuite(
  open: OpenMemory,
  change: (lines: string[], queries: readonly (KeptQuery | undefined)[]) => void,
): Promise<JudgedSuite> {
  const file = join(suiteFolderOf(open), queriesFile)
  await changeQueryLines(file, (lines) => change(lines, parseQueries(lines, file)))
  return describeSuite(open)
}

async function describeSuite(open: OpenMemory): Promise<JudgedSuite> {
  const folder = suiteFolderOf(open)
  const file = join(folder, queriesFile)
  const queries = parseQueries(readQueryLines(file), file).filter((query) => query !== undefined)
  const documents = await allDocuments(open.memory)
  const indexed = new Set(documents.map(({ root, path }) => `${root}:${path}`))
  const judged = new Set(queries.flatMap(({ relevant }) => relevant.map(({ path }) => path)))
  const { spaces } = await open.memory.status()
  return {
    folder,
    version: [indexed.size, latestOf(documents), ...spaces.map(({ vectors }) => vectors)].join(),
    command: `recallite-eval run ${shellWord(folder)}`,
    queries,
    gone: [...judged.difference(indexed)],
  }
}

/** Beside the database, for a project in its folder, so that it can be kept with it. Throws a CodedError. */
function suiteFolderOf({ scope, path }: OpenMemory): string {
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
async function writeManifest(open: OpenMemory): Promise<void> {
  const folder = suiteFolderOf(open)
  const file = join(folder, suiteFile)
  const project = open.scope.kind === 'project' ? open.scope.folder : undefined
  const roots = (await open.memory.listRoots()).map((root) => {
    const isOutside = project === undefined || innerPath(root.path, project) === undefined
    return isOutside ? root : { ...root, path: relative(folder, root.path) }
  })
  const begun = { name: project === undefined ? 'own memory' : basename(project), corpus: { roots: [] } }
  const document = parseDocument(existsSync(file) ? readFileSync(file, 'utf8') : stringify(begun))
  const known: unknown = orUndefined(() => (document.toJS() as typeof begun).corpus.roots)
  if (known === undefined)
    throw new CodedError('SUITE_MALFORMED', `${file} is not about the roots of a memory. Move it away.`)
  if (isDeepStrictEqual(known, roots)) return
  document.setIn(['corpus', 'roots'], roots)
  mkdirSync(folder, { recursive: true })
  writeWhole(file, [document.toString({ lineWidth: 0 })])
}

function parseQueries(lines: readonly string[], file: string): (KeptQuery | undefined)[] {
  return lines.map((line, at) => {
    if (line.trim() === '') return undefined
    const query = orUndefined(() => JSON.parse(line) as unknown)
    if (v.is(keptQuery, query)) return query
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
