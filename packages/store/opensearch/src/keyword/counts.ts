import type { CollectionCounts, CountRequest, QueryTree } from '@recallite/store/query'
import { hitOf, search, type Buckets, type RawHit, type Session } from '../connection/session.js'
import { documentOf, type Entry } from '../documents/entries.js'
import { readGeneration } from '../documents/generation.js'
import { hasForm, matchQuery, type Query } from './match-query.js'
import { stemsWithPrefix } from './vocabulary.js'

type Totals = Pick<CollectionCounts, 'chunks' | 'meanLength' | 'languages'>

interface Cache {
  readonly generation: string
  readonly counts: Map<string, number>
  totals?: Promise<Totals>
}

/** The cache is emptied when it has more counts. */
const maxCached = 10_000

/** Creates `Store.readCounts`, which caches counts until the next write. */
export function createCounts(session: Session) {
  let cache: Cache = { generation: '', counts: new Map() }
  return async ({ queries = [], forms = [], prefixes = [] }: CountRequest): Promise<CollectionCounts> => {
    const byKey = new Map([...queries.map(counted), ...forms.map(countedForm)])
    const generation = await readGeneration(session)
    if (cache.generation !== generation || cache.counts.size > maxCached)
      cache = { generation, counts: new Map() }
    const { counts } = cache
    const missing = [...byKey].filter(([key]) => !counts.has(key))
    const [totals, expansions, numbers] = await Promise.all([
      (cache.totals ??= readTotals(session)),
      Promise.all(prefixes.map((prefix) => stemsWithPrefix(session, prefix))),
      countEach(
        session,
        missing.map(([, query]) => query),
      ),
    ])
    for (const [at, [key]] of missing.entries()) counts.set(key, numbers[at] ?? 0)
    const countOf = ([key]: ReturnType<typeof counted>) => counts.get(key) ?? 0
    const formCounts = forms.map(countedForm).map(countOf)
    return { ...totals, counts: queries.map(counted).map(countOf), formCounts, expansions }
  }
}

const counted = (query: QueryTree) => [JSON.stringify(query), matchQuery(query)] as const
const countedForm = (form: string) => [`form ${form}`, hasForm(form)] as const

const countedAtOnce = 500

/** The number of chunks for each query. */
export async function countEach(session: Session, queries: readonly Query[]): Promise<number[]> {
  const counts: number[] = []
  for (let from = 0; from < queries.length; from += countedAtOnce) {
    const filters = { filters: queries.slice(from, from + countedAtOnce) }
    const body = { size: 0, aggs: { each: { filters } } }
    const { each } = (await search<unknown, { each: Buckets }>(session, 'chunks', body)).aggregations
    counts.push(...each.buckets.map(({ doc_count: chunks }) => chunks))
  }
  return counts
}

interface Languages {
  readonly languages: Buckets<{ readonly one: { readonly hits: { readonly hits: readonly RawHit[] } } }>
}

async function readTotals(session: Session): Promise<Totals> {
  const mean = { avg: { field: 'length' } }
  // The index has only the beginning of a long language.
  const one = { top_hits: { size: 1, _source: ['json', 'stamp', 'readAt'] } }
  const terms = { field: 'language', size: 10_000, order: { _key: 'asc' } }
  const [chunks, documents] = await Promise.all([
    search<unknown, { mean: { value: number | null } }>(session, 'chunks', {
      size: 0,
      track_total_hits: true,
      aggs: { mean },
    }),
    search<unknown, Languages>(session, 'documents', {
      size: 0,
      aggs: { languages: { terms, aggs: { one } } },
    }),
  ])
  const languages = documents.aggregations.languages.buckets.flatMap(({ one: { hits } }) =>
    hits.hits.flatMap((hit) => documentOf(hitOf<Entry>(hit).source).language ?? []),
  )
  return { chunks: chunks.total, meanLength: chunks.aggregations.mean.value ?? 0, languages }
}
