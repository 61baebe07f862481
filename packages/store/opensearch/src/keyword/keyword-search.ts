import { createKeywordScorer, createUpperBounds, decodeTermList } from '@recallite/keyword/ranking'
import { formField, isCovered, toWordCandidates, type NewChunk, type Vocabulary } from '@recallite/store'
import type { WordCandidates, WordRequest } from '@recallite/store'
import type { CollectionCounts, CountRequest, QueryTree } from '@recallite/store/query'
import { createCells } from '../connection/cells.js'
import { toStoreError, type Failure } from '../connection/requests.js'
import { aggregate, count, scan, write } from '../connection/session.js'
import type { Buckets, Hits, Session } from '../connection/session.js'
import { documentOf, findChunks, type Entry } from '../documents/stored-documents.js'
import { filterQuery } from '../filter/filter-query.js'
import { allOf, anyOf, estimate, everything, hasForm, hasStem, indexed, indexedWord } from './word-index.js'
import { indexedWords, isOneOf, isWord, matchQuery, textKey, type Query } from './word-index.js'

/** The number of chunks that are scored for each requested one, and the minimum and the maximum. */
const scoredPerResult = 3
const minScored = 100
const maxResults = 100_000

/** OpenSearch's BM25 chooses which chunks are scored. */
export async function findByWords(session: Session, request: WordRequest): Promise<WordCandidates> {
  const { query, limit, ranking, filter } = request
  const within = await filterQuery(session, filter)
  const matching = query ? matchQuery(query) : everything
  if (limit < 1) return { ids: [] }
  if (!query || !ranking) {
    const body = { query: allOf(within, matching), sort: [{ id: 'asc' }], size: Math.min(limit, maxResults) }
    return { ids: (await findChunks(session, 'id', body)).map(({ id }) => id) }
  }
  const scorer = createKeywordScorer(ranking.terms, ranking.counts)
  const { lists } = createUpperBounds(scorer)
  const covered = isCovered(query, lists, { isEmpty: () => false, expand: () => undefined })
  const should = { should: estimate(ranking.terms), minimum_should_match: covered ? 1 : 0 }
  const bool = { filter: covered ? [within] : [within, matching], ...should }
  const size = Math.min(Math.max(scoredPerResult * limit, minScored), maxResults)
  const best = (await findChunks(session, 'termList', { query: { bool }, size }))
    .map(({ id, values: [base64 = ''] }) => {
      const termList = Buffer.from(base64, 'base64')
      return { id, termList, score: scorer.bm25(decodeTermList(termList)) }
    })
    .toSorted((a, b) => b.score - a.score)
  const min = best[limit - 1]?.score ?? -Infinity
  return toWordCandidates(best.filter(({ score }) => score >= min))
}

/** Adds the words of chunks to the vocabulary. They stay in it. */
export async function addWords(session: Session, chunks: readonly NewChunk[]): Promise<void> {
  const { addedWords } = session
  if (addedWords.size > 200_000) addedWords.clear()
  const all = chunks.flatMap(({ words: { text, parts, place } }) => [...text, ...parts, ...place])
  const words = new Set(all.flatMap(({ form, stem }) => [form, stem]))
  const added = indexedWords([...words]).filter((word) => !addedWords.has(word))
  const operations = added.map((word) => {
    return { kind: 'create', part: 'words', id: textKey(word), document: { word } } as const
  })
  await write(session, operations)
  for (const word of added) addedWords.add(word)
}

const countedAtOnce = 500

async function countEach(session: Session, queries: readonly Query[]): Promise<number[]> {
  const counts: number[] = []
  for (let from = 0; from < queries.length; from += countedAtOnce)
    counts.push(...(await countTogether(session, queries.slice(from, from + countedAtOnce))))
  return counts
}

/** Separate searches, because the server knows the number of chunks with a term, but an aggregation counts them. */
async function countTogether(
  { send, index, address }: Session,
  queries: readonly Query[],
): Promise<number[]> {
  type Answer = { readonly responses: readonly (Failure & Hits<unknown>)[] }
  const header = JSON.stringify({ allow_partial_search_results: false })
  const lines = queries.flatMap((query) => [
    header,
    JSON.stringify({ size: 0, track_total_hits: true, query }),
  ])
  const check = ({ responses }: Answer) => {
    const failure = responses.find(({ error }) => error)
    if (failure) throw toStoreError(failure, address)
  }
  const { responses } = await send<Answer>('POST', `/${index('chunks')}/_msearch`, { lines, check })
  return responses.map(({ hits }) => hits.total.value)
}

type Selection = { readonly has: (word: string) => Query; readonly max: number }

/** The words that match and have a chunk, in the order of code points. */
async function findWords(session: Session, query: Query, { has, max }: Selection): Promise<string[]> {
  const words: string[] = []
  const pages = { query, size: countedAtOnce, sort: [{ word: 'asc' }] }
  for await (const hits of scan<{ readonly word: string }>(session, 'words', pages)) {
    const page = hits.map(({ _source }) => _source.word)
    const counts = await countEach(session, page.map(has))
    words.push(...page.filter((_, at) => counts[at]))
    if (words.length >= max) break
  }
  return words.slice(0, max)
}

/** The first 256 stems with a prefix, as `Store.readCounts` returns them. */
async function stemsWithPrefix(session: Session, prefix: string): Promise<string[]> {
  if (indexedWord(prefix) !== prefix) return []
  const query = { prefix: { word: prefix } }
  return findWords(session, query, { has: (stem) => hasStem(stem), max: 256 })
}

async function findForms(session: Session, texts: readonly string[], toQuery: (text: string) => Query) {
  const queries = texts.filter(isWord).map(toQuery)
  if (queries.length === 0) return []
  return (await findWords(session, anyOf(...queries), { has: hasForm, max: Infinity })).filter(isWord)
}

async function countWords(session: Session, texts: readonly string[], has: (word: string) => Query) {
  const words = [...new Set(texts.filter(isWord))]
  const counts = await countEach(session, words.map(has))
  return new Map(words.flatMap((word, at) => (counts[at] ? [[word, counts[at]] as const] : [])))
}

export const createVocabulary = (session: Session): Vocabulary => ({
  chunksWithStems: (stems) => countWords(session, stems, (stem) => hasStem(stem)),
  chunksWithForms: (forms) => countWords(session, forms, hasForm),
  formsWithPrefixes: (prefixes) => findForms(session, prefixes, (word) => ({ prefix: { word } })),
  formsContaining: (parts) =>
    findForms(session, parts, (part) => ({ wildcard: { word: { value: `*${part}*` } } })),
  async otherForms(keys) {
    const multi_terms = { terms: [{ field: 'fields.key' }, { field: 'fields.text' }], size: 1000 }
    const filter = isOneOf('fields.key', keys.map(formField).map(indexed))
    const ofKeys = { filter, aggs: { forms: { multi_terms } } }
    const aggs = { fields: { nested: { path: 'fields' }, aggs: { ofKeys } } }
    type Forms = Buckets<unknown, readonly [field: string, form: string]>
    type Results = { readonly fields: { readonly ofKeys: { readonly forms: Forms } } }
    const { fields } = await aggregate<Results>(session, 'documents', { aggs })
    const forms = fields.ofKeys.forms.buckets.map(({ key: [field, form], doc_count: chunks }) => {
      return { key: field.slice(1), form, chunks }
    })
    return forms.toSorted((a, b) => b.chunks - a.chunks || (a.form < b.form ? -1 : 1))
  },
})

type Totals = Pick<CollectionCounts, 'chunks' | 'meanLength' | 'languages'>

type Cache = { readonly generation: string; readonly counts: Map<string, number>; totals?: Totals }

/** Creates `Store.readCounts`, which caches counts until the next write. */
export function createCounts(session: Session) {
  let cache: Cache = { generation: '', counts: new Map() }
  return async ({ queries = [], forms = [], prefixes = [] }: CountRequest): Promise<CollectionCounts> => {
    const byQuery = queries.map(ofQuery)
    const byForm = forms.map(ofForm)
    const generation = await createCells(session).generation()
    if (cache.generation !== generation || cache.counts.size > 10_000)
      cache = { generation, counts: new Map() }
    const current = cache
    const { counts } = current
    const missing = [...new Map([...byQuery, ...byForm])].filter(([key]) => !counts.has(key))
    const missingQueries = missing.map(([, query]) => query)
    const [totals, expansions, numbers] = await Promise.all([
      current.totals ?? readTotals(session),
      Promise.all(prefixes.map((prefix) => stemsWithPrefix(session, prefix))),
      countEach(session, missingQueries),
    ])
    current.totals = totals
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
  const aggs = { languages: { terms, aggs: { one } } }
  type Languages = { readonly languages: Buckets<{ readonly one: Hits<Entry> }> }
  const { languages } = await aggregate<Languages>(session, 'documents', { aggs })
  const body = { aggs: { mean: { avg: { field: 'length' } } } }
  const { mean } = await aggregate<{ mean: { value: number | null } }>(session, 'chunks', body)
  const examples = languages.buckets.flatMap((bucket) => bucket.one.hits.hits)
  const names = examples.flatMap(({ _source }) => documentOf(_source).language ?? [])
  return { chunks: await count(session, 'chunks'), meanLength: mean.value ?? 0, languages: names }
}
