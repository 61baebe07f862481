import type { MemorySearchOptions, SearchResult } from '@recallite/core'
import { type KindCandidates, rankCandidates, resolveSearchOptions } from '@recallite/core/ranking'
import type { ExplainAnswer, FoundAnswer, FoundResult, StartAnswer } from '@recallite/ui/api'
import type * as v from 'valibot'
import { readWholeStatus } from '../commands/status.js'
import type { OpenMemory } from '../open/open-memory.js'
import { searchEitherWay } from '../search/answer-here.js'
import { asking, type Content, reading, type Routes, type Service } from '../serve/answer-route.js'
import { requestOptions } from '../serve/answer-rest.js'
import { searchRequest } from '../serve/search-request.js'
import { allDocuments, latestOf } from './notes.js'
import { listed, recordsOf } from './records.js'
import { withoutMarkup } from './render-markdown.js'

/** The routes for searching: the start page, results, and how they were ranked. */
export const searchingRoutes = {
  '/api/start': reading(readStart),
  '/api/search': asking(searchRequest, async (open, request, content): Promise<FoundAnswer> => {
    return withoutTexts(await findCandidates(open, request, content), content)
  }),
  '/api/explain': asking(searchRequest, explain),
} satisfies Routes

type SearchRequest = v.InferOutput<typeof searchRequest>
type Asking = Content & Service

/** A search and its candidates, without the records that were forgotten on the page. */
async function findCandidates(
  open: OpenMemory,
  { query, ...fields }: SearchRequest,
  { signal, page: { forgetting } }: Asking,
) {
  let candidates: readonly KindCandidates[] = []
  let options: MemorySearchOptions = {}
  const search = async (text: string, given: MemorySearchOptions = {}) => {
    const { report, candidates: all } = await open.memory.candidates(text, given)
    candidates = all.map(({ kind, items, ...others }) => {
      const kept = items.filter(({ locator }) => kind === 'file' || !forgetting.isPending(locator.path))
      return { kind, items: kept, ...others }
    })
    options = given
    return report
  }
  const { answer } = await searchEitherWay({ search }, query, requestOptions(open, fields, signal))
  return { answer, candidates, options }
}

type Found = Awaited<ReturnType<typeof findCandidates>>

function withoutTexts({ answer, candidates }: Found, { page: { forgetting } }: Asking): FoundAnswer {
  const items = new Map(candidates.flatMap((each) => each.items.map((item) => [item.id, item])))
  const { results, explanation: _, ...others } = answer
  const kept = results.filter(({ record }) => !record || !forgetting.isPending(record.id))
  const found = kept.map(({ text: __, snippet, matches, ...result }): FoundResult => {
    const { attributes, time = null } = items.get(result.id) ?? {}
    const tags = [attributes?.metadata['tags'] ?? []].flat().map(String)
    const date = result.record ? new Date(result.record.at).toISOString().slice(0, 10) : time
    return { ...result, snippet: partsOf(snippet, matches), date, tags }
  })
  return { ...others, results: found }
}

/** The parts of a snippet without markup; every second one matches the query. */
function partsOf(snippet: string, matches: SearchResult['matches']): string[] {
  // Characters for private use enclose the matches, because their positions change.
  const mark = (text: string, { start, end }: (typeof matches)[number]) =>
    `${text.slice(0, start)}\uE000${text.slice(start, end)}\uE001${text.slice(end)}`
  const parts = withoutMarkup(matches.reduceRight(mark, snippet)).split(/\uE000([^\uE000\uE001]*)\uE001/u)
  return parts.map((part) => part.replaceAll(/[\uE000\uE001]/gu, ''))
}

/** The maximum number of candidates that are listed after the results. */
const maxOmitted = 50

async function explain(open: OpenMemory, request: SearchRequest, content: Asking): Promise<ExplainAnswer> {
  const found = await findCandidates(open, request, content)
  const { strategyName, weights, threshold, limit, perDocument } = resolveSearchOptions(found.options)
  const { results, omitted } = await rankCandidates(found.candidates, found.options)
  return {
    ...withoutTexts(found, content),
    ranking: [...results, ...omitted.slice(0, maxOmitted)],
    used: {
      fusion: strategyName,
      vectorWeight: weights['vector'],
      textWeight: weights['keyword'],
      threshold,
      limit,
      perDocument: perDocument.max,
    },
  }
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
    roots,
    files,
    spaces,
    recordCount: kept === null ? 0 : kept.count,
    indexedAt: latestOf(documents) || null,
    isIndexing: indexing !== null,
  }
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
