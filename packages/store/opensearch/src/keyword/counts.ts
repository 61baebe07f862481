import type { CollectionCounts, CountRequest, QueryTree } from '@recallite/store/query'
import { search, type Session } from '../connection/session.js'
import { readGeneration } from '../documents/generation.js'
import { hasWord, matchQuery, type Query } from './match-query.js'
import { termsWith } from './terms.js'

/** The number of stems that a prefix has in an answer. */
const maxExpansions = 256

/** The cache is emptied when it has more counts. */
const maxCached = 10_000

interface Cache {
  readonly generation: string
  readonly counts: Map<string, number>
  totals?: Promise<Pick<CollectionCounts, 'chunks' | 'meanLength' | 'languages'>>
}

/** Creates `Store.readCounts`, which caches counts until the next write. */
export function createCounts(session: Session) {
  let cache: Cache = { generation: '', counts: new Map() }
  return async ({ queries = [], forms = [], prefixes = [] }: CountRequest): Promise<CollectionCounts> => {
    const generation = await readGeneration(session)
    if (cache.generation !== generation || cache.counts.size > maxCached)
      cache = { generation, counts: new Map() }
    const current = cache
    const counted = [...queries.map(queryCount), ...forms.map(formCount)]
    const [totals, expansions] = await Promise.all([
      (current.totals ??= readTotals(session)),
      Promise.all(prefixes.map((prefix) => termsWith(session, 'stems', { prefix, size: maxExpansions }))),
      addCounts(session, current.counts, counted),
    ])
    const countOf = ({ key }: Counted): number => current.counts.get(key) ?? 0
    return {
      ...totals,
      counts: queries.map(queryCount).map(countOf),
      formCounts: forms.map(formCount).map(countOf),
      expansions,
    }
  }
}

interface Counted {
  readonly key: string
  readonly query: Query
}

const queryCount = (query: QueryTree): Counted => ({ key: JSON.stringify(query), query: matchQuery(query) })
const formCount = (form: string): Counted => ({ key: `form ${form}`, query: hasWord('forms', form) })

const countedAtOnce = 500

async function addCounts(
  session: Session,
  counts: Map<string, number>,
  wanted: readonly Counted[],
): Promise<void> {
  const missing = [...new Map(wanted.map((one) => [one.key, one])).values()].filter(
    ({ key }) => !counts.has(key),
  )
  for (let from = 0; from < missing.length; from += countedAtOnce) {
    const part = missing.slice(from, from + countedAtOnce)
    const { aggregations } = await search<unknown, { counted: { buckets: { doc_count: number }[] } }>(
      session,
      session.index('chunks'),
      { size: 0, aggs: { counted: { filters: { filters: part.map(({ query }) => query) } } } },
    )
    for (const [at, { doc_count }] of aggregations.counted.buckets.entries())
      counts.set(part[at]?.key ?? '', doc_count)
  }
}

interface LanguageBucket {
  readonly one: {
    readonly hits: { readonly hits: readonly { readonly _source: { readonly spoken: string } }[] }
  }
}

async function readTotals(
  session: Session,
): Promise<Pick<CollectionCounts, 'chunks' | 'meanLength' | 'languages'>> {
  const [chunks, documents] = await Promise.all([
    search<unknown, { readonly mean: { readonly value: number | null } }>(session, session.index('chunks'), {
      size: 0,
      track_total_hits: true,
      aggs: { mean: { avg: { field: 'length' } } },
    }),
    search<unknown, { readonly languages: { readonly buckets: readonly LanguageBucket[] } }>(
      session,
      session.index('documents'),
      {
        size: 0,
        aggs: {
          languages: {
            terms: { field: 'language', size: 10_000, order: { _key: 'asc' } },
            // The index has only the beginning of a long one.
            aggs: { one: { top_hits: { size: 1, _source: ['spoken'] } } },
          },
        },
      },
    ),
  ])
  const languages = documents.aggregations.languages.buckets.flatMap(
    ({ one }) => one.hits.hits[0]?._source.spoken ?? [],
  )
  return { chunks: chunks.hits.total?.value ?? 0, meanLength: chunks.aggregations.mean.value ?? 0, languages }
}
