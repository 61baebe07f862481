import type { CollectionCounts, CountRequest, QueryTree } from '@recallite/store/query'
import { createCells } from '../connection/cells.js'
import { aggregate, count, type Buckets, type Hits, type Session } from '../connection/session.js'
import { documentOf, type Entry } from '../documents/entries.js'
import { hasForm, matchQuery } from './match-query.js'
import { countEach, stemsWithPrefix } from './vocabulary.js'

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
    const byQuery = queries.map(ofQuery)
    const byForm = forms.map(ofForm)
    const generation = await createCells(session).generation()
    if (cache.generation !== generation || cache.counts.size > maxCached)
      cache = { generation, counts: new Map() }
    const { counts } = cache
    const missing = [...new Map([...byQuery, ...byForm])].filter(([key]) => !counts.has(key))
    const missingQueries = missing.map(([, query]) => query)
    const [totals, expansions, numbers] = await Promise.all([
      (cache.totals ??= readTotals(session)),
      Promise.all(prefixes.map((prefix) => stemsWithPrefix(session, prefix))),
      countEach(session, missingQueries),
    ])
    for (const [at, [key]] of missing.entries()) counts.set(key, numbers[at] ?? 0)
    const countOf = ([key]: readonly [key: string, query: unknown]) => counts.get(key) ?? 0
    return { ...totals, counts: byQuery.map(countOf), formCounts: byForm.map(countOf), expansions }
  }
}

const ofQuery = (query: QueryTree) => [JSON.stringify(query), matchQuery(query)] as const
const ofForm = (form: string) => [`form ${form}`, hasForm(form)] as const

async function readTotals(session: Session): Promise<Totals> {
  // The index has only the beginning of a long language.
  const one = { top_hits: { size: 1, _source: ['json', 'stamp', 'readAt'] } }
  const terms = { field: 'language', size: 10_000, order: { _key: 'asc' } }
  const ofChunks = { aggs: { mean: { avg: { field: 'length' } } } }
  const ofDocuments = { aggs: { languages: { terms, aggs: { one } } } }
  const [chunks, { mean }, { languages }] = await Promise.all([
    count(session, 'chunks'),
    aggregate<{ mean: { value: number | null } }>(session, 'chunks', ofChunks),
    aggregate<{ languages: Buckets<{ one: Hits<Entry> }> }>(session, 'documents', ofDocuments),
  ])
  const examples = languages.buckets.flatMap((bucket) => bucket.one.hits.hits)
  const names = examples.flatMap(({ _source }) => documentOf(_source).language ?? [])
  return { chunks, meanLength: mean.value ?? 0, languages: names }
}
