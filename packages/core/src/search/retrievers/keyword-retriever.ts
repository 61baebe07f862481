import {
  createKeywordScorer,
  decodeTermList,
  neededCounts,
  type KeywordScorer,
} from '@recallite/keyword/ranking'
import type { ChunkTerms, Store } from '@recallite/store'
import type { Candidate, Found, RetrievalRequest, Retriever } from './retriever.js'
import { stemsOf, stemWord } from '@recallite/keyword'
import { withRequiredTerms, type Query } from '../query.js'

/** If a candidate has this query coverage, no spelling is corrected. */
const enoughCoverage = 0.45

/** The minimum number of chunks that are scored, so that a larger limit only adds results. */
const minScored = 50

/** The scorer is undefined for a query without words. */
interface KeywordFound extends Found {
  readonly scorer: KeywordScorer | undefined
}

/** Finds the chunks with the best BM25 scores. If none answers well, terms that no chunk contains are corrected. */
export function createKeywordRetriever(): Retriever<undefined, KeywordFound> {
  return {
    specificationVersion: 'v1',
    name: 'keyword',
    kinds: ['file', 'record'],
    nameWeight: 0.25,
    correctsQuery: true,
    async find(request) {
      const found = await findByTerms(request)
      if (!request.mayCorrect || isAnswered(found.candidates)) return found
      const corrected = await correctSpelling(request)
      return corrected ? findByTerms({ ...request, query: corrected }) : found
    },
    async score(ids, { store }, { scorer }) {
      return scorer ? scoreLists(scorer, await readLists(store, ids)) : new Map()
    },
  }
}

async function findByTerms(request: RetrievalRequest): Promise<KeywordFound> {
  const { store, query, filter: narrowed, limit } = request
  const { tree, scoring: terms } = query
  if (tree === null) return { candidates: [], scorer: undefined, query }
  const counts = await store.readCounts(neededCounts(terms))
  const scorer = createKeywordScorer(terms, counts)
  const filter = withRequiredTerms(narrowed, query)
  const search = { query: tree, limit: Math.max(limit, minScored), filter, ranking: { terms, counts } }
  const { ids, termLists, unscored = 0 } = await store.findByWords(search)
  const scores = scoreLists(scorer, termLists ?? (await readLists(store, ids)))
  const candidates = Array.from(scores, ([id, score]) => ({ id, ...score })).toSorted(bestFirst)
  return {
    candidates: candidates.slice(0, limit),
    scorer,
    reasons: unscored > 0 ? [describeUnscored(unscored)] : [],
    query: { ...query, weighed: scorer.terms },
  }
}

function describeUnscored(chunks: number): string {
  return `too many chunks match equally well: ${chunks} were not scored, so use a more specific query`
}

async function readLists(store: Store, ids: readonly string[]): Promise<readonly ChunkTerms[]> {
  return ids.length > 0 ? store.readTermLists(ids) : []
}

function scoreLists(scorer: KeywordScorer, lists: readonly ChunkTerms[]) {
  return new Map(
    lists.map(({ id, termList }) => {
      const { bm25, evidence } = scorer.score(decodeTermList(termList))
      return [id, { score: bm25, evidence }]
    }),
  )
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}

function isAnswered(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ evidence }) => (evidence?.coverage ?? 0) >= enoughCoverage)
}

/** Corrects terms that no chunk of any kind contains; undefined if there are none, or no similar words. */
async function correctSpelling({ store, otherStores, query }: RetrievalRequest): Promise<Query | undefined> {
  const { vocabulary } = store
  if (!vocabulary) return undefined
  const { addCorrections, suggestSpellings } = await import('@recallite/keyword/spelling')
  const { terms, languages } = query
  const typedWords = terms.flatMap(({ words, isPrefix }) => (isPrefix ? [] : words))
  const spelled = typedWords.map(({ form }) => ({ form, stems: stemsOf(form, languages) }))
  const hasCompounds = languages.length > 0 || undefined
  const findStems = (stems: readonly string[]) => stemsIn([store, ...otherStores], stems)
  const source = { vocabulary, findStems, stemWord, hasCompounds }
  const suggestions = await suggestSpellings(spelled, source)
  if (suggestions.size === 0) return undefined
  const corrections = Array.from(suggestions, ([typed, list]) => ({
    typed,
    corrected: list.map(({ form }) => form),
  }))
  return { ...query, ...addCorrections(query, suggestions), corrections }
}

/** The stems that a chunk contains. The counts are cached, because the keyword scorer needed most of them. */
async function stemsIn(stores: readonly Store[], stems: readonly string[]): Promise<ReadonlySet<string>> {
  const queries = stems.map((stem) => ({ kind: 'word', stem }) as const)
  const read = await Promise.all(stores.map((each) => each.readCounts({ queries })))
  return new Set(stems.filter((_, index) => read.some(({ counts }) => (counts[index] ?? 0) > 0)))
}

/** The ids of chunks that contain a corrected term. */
export async function findCorrected(
  store: Store,
  { corrections, languages }: Query,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (corrections.length === 0) return new Set()
  const forms = corrections.flatMap(({ corrected }) => corrected)
  const stems = new Set(forms.flatMap((form) => stemsOf(form, languages)))
  const features = Array.from(stems, (stem) => ({ kind: 'word', stem }) as const)
  const terms = features.map((feature) => ({ feature, weight: 1, isContentTerm: true }))
  // Any counts will do: a score above 0 means that a term occurs.
  const anyCounts = { chunks: 1, meanLength: 1, counts: [], formCounts: [], expansions: [] }
  const scorer = createKeywordScorer(terms, anyCounts)
  const lists = await store.readTermLists(ids)
  const found = lists.filter(({ termList }) => scorer.bm25(decodeTermList(termList)) > 0)
  return new Set(found.map(({ id }) => id))
}
