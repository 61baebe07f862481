import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CodedError, orUndefined, shellWord, UsageError, writeWhole } from '@recallite/command-line'
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
import { parseDocument } from 'yaml'
import type { MemoryLocation } from '../open/memory-location.js'
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
    answer: ({ body }, { held }) => held.use((open) => removeQuery(open, readInput(removal, body).id)),
  },
} satisfies Routes<RestService>

const lines = v.pipe(v.strictTuple([whole(1), whole(1)], 'two lines, such as [12, 15]'), v.readonly())

const judgement = v.strictObject({
  query: required(text, 'what was asked'),
  root: required(text, 'the root of the document'),
  path: required(text, 'its path in the root'),
  lines: optional(lines, 'the first and the last line that answer; default the whole document'),
  answers: required(boolean, 'whether it answers'),
})

const removal = v.strictObject({ id: required(text, 'the id of the query') })

/** As the evaluation reads a query. What else it says stays. */
const keptQuery = v.looseObject({
  id: v.string(),
  text: v.string(),
  kind: v.nullish(v.string(), ''),
  relevant: v.array(
    v.looseObject({ path: v.string(), grade: v.nullish(v.number()), lines: v.optional(v.unknown()) }),
  ),
})

type KeptQuery = v.InferOutput<typeof keptQuery>
type Entry = KeptQuery['relevant'][number]
type Place = Pick<MemoryLocation, 'scope' | 'path'>

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
  const folder = suiteFolderOf(open)
  mkdirSync(folder, { recursive: true })
  writeManifest(open, await open.memory.listRoots())
  await changeQueryLines(join(folder, queriesFile), (all) => {
    const queries = parseQueries(all, folder)
    const found = queries.find((query) => singleSpaces(query.text) === singleSpaces(asked.query))
    const id = nextQueryId(queries.map((query) => query.id))
    const { at = all.length, ...before } = found ?? { id, text: asked.query, kind: ownKind, relevant: [] }
    const after = { ...before, relevant: toggle(before.relevant, entry) }
    const isEmpty = after.kind === ownKind && after.relevant.length === 0
    all.splice(at, 1, ...(isEmpty ? [] : [JSON.stringify(after)]))
  })
  return describeSuite(open)
}

async function removeQuery(open: OpenMemory, id: string): Promise<JudgedSuite> {
  const folder = suiteFolderOf(open)
  await changeQueryLines(join(folder, queriesFile), (all) => {
    const found = parseQueries(all, folder).find((query) => query.id === id)
    if (found) all.splice(found.at, 1)
  })
  return describeSuite(open)
}

/** The suite of a memory as the page shows it; it may not be there yet. */
async function describeSuite(open: OpenMemory): Promise<JudgedSuite> {
  const folder = suiteFolderOf(open)
  const queries = parseQueries(readQueryLines(join(folder, queriesFile)), folder)
  const ids = queries.flatMap(({ relevant }) => relevant.map(({ path }) => path))
  const { indexed, version } = await indexedOf(open.memory, ids)
  return {
    folder,
    version,
    command: `recallite-eval run ${shellWord(folder)}`,
    queries: queries.map(({ id, text: asked, relevant }) => ({
      id,
      text: asked,
      documents: relevant.map(({ path, grade, lines: span }) => ({
        document: path,
        grade: grade ?? 1,
        lines: v.is(lines, span) ? span : null,
        isIndexed: indexed.has(path),
      })),
    })),
  }
}

/** Beside the database, for a project in its folder, so that it can be kept with it. Throws a UsageError. */
function suiteFolderOf({ scope, path }: Place): string {
  if (scope.kind === 'user' && path === ':memory:')
    throw new UsageError('This memory has no file, and so no place for judgements. Serve one that has.')
  if (scope.kind === 'user') return `${path.replace(/\.sqlite$/u, '')}.suite`
  const folder = join(scope.folder, '.recallite', 'suite')
  // The folder of a project may come from other people, and a link in it may lead anywhere.
  const link = [dirname(folder), folder].find((each) => isLink(each))
  if (link !== undefined)
    throw new UsageError(`${link} is a link, and judgements are not written through links. Remove it.`)
  return folder
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Has the manifest name the roots of the memory. @throws CodedError `SUITE_MALFORMED` if the suite is about something else */
function writeManifest(place: Place, roots: Awaited<ReturnType<Memory['listRoots']>>): void {
  const folder = suiteFolderOf(place)
  const file = join(folder, suiteFile)
  const { scope } = place
  const project = scope.kind === 'project' ? scope.folder : undefined
  const named = roots.map((root) => {
    const isInside = project !== undefined && innerPath(root.path, project) !== undefined
    return { ...root, path: isInside ? relative(folder, root.path) : root.path }
  })
  const begun = `name: ${JSON.stringify(project === undefined ? 'own memory' : basename(project))}\n`
  const document = parseDocument(existsSync(file) ? readFileSync(file, 'utf8') : begun)
  const { corpus } = (orUndefined(() => document.toJS()) ?? {}) as { corpus?: { roots?: unknown } }
  if (document.errors.length > 0 || (corpus !== undefined && corpus.roots === undefined))
    throw new CodedError(
      'SUITE_MALFORMED',
      `${file} is not about the roots of a memory. Move the suite to another folder.`,
    )
  if (isDeepStrictEqual(corpus?.roots, named)) return
  document.set('corpus', { roots: named })
  writeWhole(file, [document.toString({ lineWidth: 0 })])
}

function parseQueries(all: readonly string[], folder: string): (KeptQuery & { readonly at: number })[] {
  return all.flatMap((line, at) => {
    if (line.trim() === '') return []
    const { success, output } = v.safeParse(
      keptQuery,
      orUndefined(() => JSON.parse(line)),
    )
    if (success) return [{ ...output, at }]
    const where = `${join(folder, queriesFile)}:${at + 1}`
    throw new CodedError(
      'SUITE_MALFORMED',
      `${where}: This is not a query with its answers. Correct the line.`,
    )
  })
}

/** The same judgement again takes it back. That a document does not answer replaces what was said of its passages. */
function toggle(relevant: readonly Entry[], entry: Entry): Entry[] {
  const isAnswer = ({ grade }: Entry) => grade !== 0
  const isSame = (other: Entry) =>
    other.path === entry.path &&
    isAnswer(other) === isAnswer(entry) &&
    (!isAnswer(entry) || isDeepStrictEqual(other.lines, entry.lines))
  if (relevant.some(isSame)) return relevant.filter((other) => !isSame(other))
  const isKept = (other: Entry) => other.path !== entry.path || (isAnswer(entry) && isAnswer(other))
  return [...relevant.filter(isKept), entry]
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
  const names = new Set(ids.map((id) => id.slice(0, Math.max(0, id.indexOf(':')))))
  const { roots, spaces } = await memory.status()
  const judged = roots.filter(({ name }) => names.has(name))
  const documents = (await Promise.all(judged.map(({ name }) => memory.listDocuments(name)))).flat()
  const latest = documents.reduce((max, { readAt }) => Math.max(max, readAt), 0)
  const vectors = spaces.map((space) => space.vectors)
  return {
    indexed: new Set(documents.map(({ root, path }) => `${root}:${path}`)),
    version: [documents.length, latest, ...vectors].join(),
  }
}
