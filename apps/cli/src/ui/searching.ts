import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@recallite/command-line'
import type { MemorySearchOptions } from '@recallite/core'
import { keyTable, recalliteFolder } from '@recallite/settings'
import type { CandidatesAnswer, FoundAnswer, FoundResult, StartAnswer } from '@recallite/ui/api'
import * as v from 'valibot'
import { readWholeStatus } from '../commands/status.js'
import type { OpenMemory } from '../open/open-memory.js'
import { searchEitherWay } from '../search/answer-here.js'
import { asking, type Content, reading, type Routes, type Service } from '../serve/answer-route.js'
import { requestOptions, restRoutes } from '../serve/answer-rest.js'
import { searchRequest } from '../serve/search-request.js'
import { setInFile } from '../setup/plan.js'
import { allDocuments, latestOf } from './notes.js'
import { listed, recordsOf } from './records.js'

/** The settings that the page changes; null removes one. */
const changed = [
  'query.fusion',
  'query.hybrid.vectorWeight',
  'query.hybrid.textWeight',
  'query.hybrid.rrfK',
  'query.minScore',
  'query.maxResults',
  'query.perDocument',
] as const

const saved = v.strictObject(
  Object.fromEntries(changed.map((key) => [key, v.optional(v.nullable(keyTable[key].schema))])),
)

/** The routes for searching: the start page, results, the candidates of each retriever, why a document is not shown, and saving changed settings. */
export const searchingRoutes = {
  '/api/start': reading(readStart),
  '/api/search': asking(searchRequest, search),
  '/api/candidates': asking(searchRequest, findCandidates),
  '/api/why': restRoutes['/v1/why'],
  '/api/settings': asking(saved, async ({ resolved: { files, home } }, values) => {
    // The project's file takes precedence over the user's.
    const file = files.workspace ?? files.user ?? join(recalliteFolder(home), 'config.yaml')
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${file} is a symbolic link. Change its target instead.`)
    const entries = Object.entries(values).map(([key, value]) => [key.split('.'), value] as const)
    setInFile(file, entries)
    return { file }
  }),
} satisfies Routes

type SearchRequest = v.InferOutput<typeof searchRequest>
type Asking = Content & Service

/** Without the records that were forgotten on the page. */
async function findCandidates(
  open: OpenMemory,
  { query, ...fields }: SearchRequest,
  { signal: gone, page }: Asking,
) {
  let answered: Pick<CandidatesAnswer, 'candidates' | 'options'> = { candidates: [], options: {} }
  const ask = async (text: string, options: MemorySearchOptions = {}) => {
    const { signal: _, freshness: __, kinds: ___, ...applied } = options
    const { report, candidates } = await open.memory.candidates(text, options)
    const isKept = ({ kind, items }: (typeof candidates)[number], item: (typeof items)[number]) =>
      kind === 'file' || !page.forgetting.isPending(item.locator.path)
    const kept = candidates.map((each) => ({
      ...each,
      items: each.items.filter((item) => isKept(each, item)),
    }))
    answered = { candidates: kept, options: applied }
    return report
  }
  const report = await searchEitherWay({ search: ask }, query, requestOptions(open, fields, gone))
  return { ...answered, report }
}

async function search(open: OpenMemory, request: SearchRequest, content: Asking): Promise<FoundAnswer> {
  const { report, candidates } = await findCandidates(open, request, content)
  const items = new Map(candidates.flatMap((each) => each.items.map((item) => [item.id, item])))
  const { results, explanation: _, ...answer } = report.answer
  const kept = results.filter(({ record }) => !record || !content.page.forgetting.isPending(record.id))
  const found = kept.map(({ text: __, ...result }): FoundResult => {
    const { attributes, time = null } = items.get(result.id) ?? {}
    const tags = [attributes?.metadata['tags'] ?? []].flat().map(String)
    const date = result.record ? new Date(result.record.at).toISOString().slice(0, 10) : time
    return { ...result, date, tags }
  })
  return { ...answer, results: found }
}

/** The number of notes and records on the start page. */
const latest = 8

async function readStart(
  open: OpenMemory,
  _: Content,
  { page: { forgetting } }: Service,
): Promise<StartAnswer> {
  const { roots, files, records: kept, indexing, spaces } = await readWholeStatus(open)
  const documents = await allDocuments(open.memory)
  const recent = documents.toSorted((a, b) => compare(b.date ?? '', a.date ?? '') || b.readAt - a.readAt)
  const { records } = await recordsOf(open).list({ isLatestFirst: true, status: 'active', limit: 100 })
  return {
    notes: recent.slice(0, latest).map(({ root, path, title, date }) => ({ root, path, title, date })),
    records: records
      .filter(({ id }) => !forgetting.isPending(id))
      .slice(0, latest)
      .map(listed),
    roots: roots.map(({ name, files: count }) => ({ name, files: count })),
    files,
    recordCount: kept === null ? 0 : kept.count,
    indexedAt: latestOf(documents) || null,
    isIndexing: indexing !== null,
    pending: spaces.reduce((sum, space) => sum + space.pending, 0),
  }
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
