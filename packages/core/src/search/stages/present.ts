import { formatOf } from '@recallite/chunker/formats'
import { inlineText, readableText } from '@recallite/chunker/inline'
import { createTextCache, languageOf, loadLanguages, matchRanges, snippet } from '@recallite/keyword'
import type { MemoryRecord } from '@recallite/store/records'
import { linksFrom } from '../../records/record-links.js'
import { recordPath, recordRoot } from '../../records/record-path.js'
import type { Degradation, SearchResult } from '../answer.js'
import { findCorrected } from '../retrievers/keyword-retriever.js'
import type { TextPart } from '../retrievers/retriever.js'
import type { SearchedKind } from '../searched-kind.js'
import type { Completed } from './retrieve.js'
import type { DiverseItem } from './diversify.js'
import { isWeak } from './threshold.js'
import { reasonOf } from '../../errors.js'

interface Presentation {
  readonly kinds: readonly SearchedKind[]
  readonly completed: Completed
}

/** Turns ranked items into results, in their order. */
export async function present(ranking: readonly DiverseItem[], { kinds, completed }: Presentation) {
  const presented = await Promise.all(
    kinds.map((searched) => {
      const ofKind = ranking.filter(({ kind }) => kind === searched.kind)
      return ofKind.length > 0 ? presentKind(ofKind, searched, completed) : nothing
    }),
  )
  const results = new Map(presented.flatMap((part) => part.results))
  return {
    results: ranking.flatMap(({ id }) => results.get(id) ?? []),
    degraded: presented.flatMap(({ degraded }) => degraded),
  }
}

const nothing = { results: [], degraded: [] }

/** Cached, because the best notes answer many queries. */
const resultText = createTextCache(1_000_000, (text) => {
  return { language: languageOf(text), readable: new Map<string | null, string>() }
})

/** The text as a reader of the file sees it. */
function readableAs(text: string, path: string): string {
  const { readable } = resultText(text)
  const format = formatOf(path)
  const read = readable.get(format) ?? readableText(text, format)
  readable.set(format, read)
  return read
}

/** The results of one kind by the ids of their items. */
async function presentKind(
  ranking: readonly DiverseItem[],
  { kind, store, settings }: SearchedKind,
  { queries, retrievals }: Completed,
) {
  const query = queries.get(kind)
  const terms = query?.terms ?? []
  const ids = ranking.map(({ id }) => id)
  const corrected: ReadonlySet<string> = query ? await findCorrected(store, query, ids) : new Set()
  const languages = ranking.map(({ item }) => resultText(item.text).language)
  await loadLanguages(languages)
  const nearest = retrievals.find((retrieval) => retrieval.kind === kind && retrieval.nearest)
  const sources = await snippetSources(ranking, nearest)
  const results = ranking.map((ranked, index) => {
    const { id, item, duplicates, adjustment, rerank, fused, confidence, confidenceInputs } = ranked
    const language = languages[index] ?? 'en'
    const { from, to } = sources.parts.get(id) ?? { from: 0, to: 0 }
    const readable = readableAs(item.text, item.locator.path)
    // A part without length is embedded without its markup, and ends before the next one.
    const part = readable.slice(from, to > from ? to : undefined).replaceAll('\uFEFF', '')
    const excerpt = snippet(part.trim() === '' ? (item.attributes.title ?? '') : part, terms, {
      language,
      headingText: inlineText,
    })
    const matches = matchRanges(excerpt, terms, language)
    const { score: fusedScore, contributions } = fused
    const weak = isWeak(confidence, settings)
    const reranked = rerank && { rerankScore: rerank.score, rankBeforeRerank: rerank.rankBefore }
    const scores = { ...reranked, fusedScore, confidence, weak, confidenceInputs, contributions }
    const head = ranked.record ? headOfRecord(ranked.record) : headOfFile(ranked)
    const result = {
      ...head,
      ...linksFrom(ranked),
      snippet: excerpt,
      matches,
      isCorrected: corrected.has(id),
      ...scores,
      duplicates,
    }
    return [id, { ...result, ...(adjustment && { adjustment }) } satisfies SearchResult] as const
  })
  return { results, degraded: sources.degraded }
}

function headOfFile({ id, status, copyOf, item: { text, locator, attributes } }: DiverseItem) {
  const { root, path, ...span } = locator
  const { title, heading } = attributes
  const marks = { ...(status && { status }), ...(copyOf && { copyOf }) }
  return { id, kind: 'file' as const, root, path, title, heading, ...span, text, ...marks }
}

/** A record is shown whole, whichever of its chunks was found. */
function headOfRecord(record: MemoryRecord) {
  const { id, collection, origin, client, summary, content, occurredAt, createdAt } = record
  return {
    id,
    kind: 'record' as const,
    record: { id, collection, origin, client, at: occurredAt ?? createdAt },
    root: recordRoot,
    path: recordPath(record),
    title: summary,
    heading: summary === null ? [] : [summary],
    startLine: 1,
    endLine: content.split('\n').length,
    startColumn: null,
    endColumn: null,
    text: content,
  }
}

/** Reports damaged items that would be results. */
export function damageOf(hidden: number): Degradation[] {
  if (hidden === 0) return []
  const what = hidden === 1 ? '1 result is damaged and is' : `${hidden} results are damaged and are`
  return [{ retriever: 'index', reason: `${what} not shown: run 'recallite doctor --repair'` }]
}

/** The minimum query coverage for the snippet to be chosen by words. */
const decisiveCoverage = 0.5

/** For items with less query coverage, the part of the text that is nearest by vector, which the snippet is cut from. */
async function snippetSources(
  found: readonly DiverseItem[],
  retrieval: Completed['retrievals'][number] | undefined,
): Promise<{ readonly parts: ReadonlyMap<string, TextPart>; readonly degraded: readonly Degradation[] }> {
  const undecided = found.filter(
    ({ confidenceInputs: { cosine, coverage } }) => cosine !== null && coverage < decisiveCoverage,
  )
  if (undecided.length === 0 || !retrieval?.nearest) return { parts: new Map(), degraded: [] }
  try {
    return { parts: await retrieval.nearest(undecided.map(({ id }) => id)), degraded: [] }
  } catch (error) {
    return { parts: new Map(), degraded: [{ retriever: retrieval.retriever.name, reason: reasonOf(error) }] }
  }
}
