import {
  createKeywordScorer,
  createUpperBounds,
  decodeTermList,
  findBestChunks,
  lengthNorm,
  matchedPostings,
  withImpacts,
  type BestChunks,
  type KeywordScorer,
  type PostingIndex,
} from '@recallite/keyword/ranking'
import {
  assertQueryDepth,
  isCovered,
  toWordCandidates,
  type WordCandidates,
  type WordRanking,
  type WordRequest,
} from '@recallite/store'
import type { ListedFeature, QueryTree } from '@recallite/store/query'
import { inSnapshot, type Session } from '../connection/connections.js'
import { isOfKind } from '../connection/schema.js'
import { createBinder, numberList, type Bind } from '../connection/values.js'
import { chunksWithin } from '../filter/chunks-within.js'
import { matchSql } from './match-sql.js'
import { createListReader, listName, type ChunkNumbers, type IndexReading } from './posting-lists.js'
import { wordKey } from './word-key.js'

/** Creates the search for the chunks with the highest scores of keyword ranking. */
export function createBestChunks() {
  const readLists = createListReader()

  async function findOnce(session: Session, request: RankedRequest): Promise<Attempt> {
    const { query, within, ranking, limit } = request
    const scorer = createKeywordScorer(ranking.terms, ranking.counts)
    const bounds = createUpperBounds(scorer)
    const words = bounds.lists.flatMap((list) => (list.kind === 'word' ? [wordKey(list.stem)] : []))
    const sequences = bounds.lists.filter((list) => list.kind !== 'word')
    const covered = isCovered(query, bounds.lists, { isEmpty: () => false, expand: () => undefined })
    const filters = [...(within ? [within] : []), ...(covered ? [] : [matching(session, query)])]
    const selections = [...sequences.map((one) => matching(session, one)), ...filters]
    const reading = await readLists(session, { words, selections })
    const search = findBestChunks({
      index: indexOf(reading, sequences, ranking.counts.meanLength),
      bounds,
      allowed: allowedBy(reading, sequences.length),
      isCovered: covered,
      limit,
      batchSize: Math.max(limit * batchPerResult, minBatch),
    })
    return scoreBest(session, search, { scorer, rowOf: reading.chunks.rowOf })
  }

  return {
    /**
     * Finds the chunks with the highest BM25 scores by `findBestChunks`, including ties with the last one; without a ranking, the first
     * ids that match. If a writer replaces one of the chunks during the search, the search is repeated in a snapshot.
     * @throws StoreError `STORE_INVALID_QUERY`
     */
    async find(session: Session, { query, limit, filter, ranking }: WordRequest): Promise<WordCandidates> {
      const within = await chunksWithin(session, filter)
      // A query that is too deep is rejected first.
      if (query !== undefined) assertQueryDepth(query)
      if (query === undefined || ranking === undefined) return firstIds(session, { within, query, limit })
      if (limit < 1) return { ids: [] }
      const request = { query, within, ranking, limit }
      const { candidates, isWhole } = await findOnce(session, request)
      return isWhole ? candidates : (await inSnapshot(session, () => findOnce(session, request))).candidates
    },
  }
}

interface RankedRequest {
  readonly query: QueryTree
  /** Selects the ids of the chunks that pass the filter. */
  readonly within: ((bind: Bind) => string) | undefined
  readonly ranking: WordRanking
  readonly limit: number
}

/** How many chunks one statement reads: per requested chunk, and at least. A second statement costs more than reading a few extra. */
const batchPerResult = 2
const minBatch = 24

const matching = (session: Session, query: QueryTree) => (bind: Bind) => matchSql(query, session.s, bind)

async function firstIds(
  session: Session,
  { within, query, limit }: Pick<RankedRequest, 'within' | 'limit'> & Pick<WordRequest, 'query'>,
): Promise<WordCandidates> {
  const { bind, values } = createBinder()
  const selections = [within, query && matching(session, query)].flatMap((select) => (select ? [select] : []))
  const conditions = [isOfKind('id', session.kind), ...selections.map((select) => `id IN (${select(bind)})`)]
  const { rows } = await session.query<{ id: string }>(
    `SELECT public_id AS id FROM ${session.s}.chunk WHERE ${conditions.join(' AND ')} ORDER BY public_id LIMIT ${bind(limit)}`,
    values,
  )
  return { ids: rows.map(({ id }) => id) }
}

/** An index of the posting lists of words, and of the chunks selected by sequences. */
function indexOf(
  { chunks, lists, selections }: IndexReading,
  sequences: readonly ListedFeature[],
  mean: number,
): PostingIndex {
  const norms = normsOf(chunks, mean)
  const selected = new Map(
    sequences.map((one, at) => [one, matchedPostings(Int32Array.from(new Set(selections[at])))]),
  )
  return {
    norms,
    list(feature) {
      const isWord = feature.kind === 'word'
      const postings = isWord ? lists.get(listName(wordKey(feature.stem))) : selected.get(feature)
      return withImpacts(postings ?? none, norms)
    },
  }
}

const none = matchedPostings(new Int32Array())

const normsOf = ({ count, lengthOf }: ChunkNumbers, mean: number): Float64Array =>
  new Float64Array(count()).map((_, chunk) => lengthNorm(lengthOf(chunk), mean))

/** 1 for each chunk that may be a result; undefined if all may. */
function allowedBy({ chunks, selections }: IndexReading, sequences: number): Uint8Array | undefined {
  let allowed: Uint8Array | undefined
  for (const selected of selections.slice(sequences)) {
    const marks = new Uint8Array(chunks.count())
    for (const chunk of selected) marks[chunk] = allowed?.[chunk] ?? Number(allowed === undefined)
    allowed = marks
  }
  return allowed
}

interface Attempt {
  readonly candidates: WordCandidates
  /** Whether every chunk still existed when it was read. */
  readonly isWhole: boolean
}

async function scoreBest(
  session: Session,
  search: BestChunks,
  { scorer, rowOf }: { readonly scorer: KeywordScorer; readonly rowOf: (chunk: number) => number },
): Promise<Attempt> {
  const read = new Map<number, { readonly id: string; readonly termList: Uint8Array }>()
  let isWhole = true
  for (const batch of search.batches()) {
    const lists = await readTermLists(session, batch.map(rowOf))
    for (const chunk of batch) {
      const list = lists.get(rowOf(chunk))
      isWhole &&= list !== undefined
      if (!list) continue
      read.set(chunk, list)
      search.add(chunk, scorer.bm25(decodeTermList(list.termList)))
    }
  }
  const best = search.best().flatMap(({ chunk, score }) => {
    const list = read.get(chunk)
    return list ? [{ score, ...list }] : []
  })
  return { candidates: { ...toWordCandidates(best), unscored: search.unscored() }, isWhole }
}

async function readTermLists({ s, query }: Session, chunks: readonly number[]) {
  const { rows } = await query<{ chunk: number; id: string; list: Buffer }>(
    `SELECT chunk.id AS chunk, public_id AS id, term_list AS list
     FROM ${s}.chunk JOIN ${s}.chunk_words ON chunk_id = chunk.id WHERE chunk.id = ANY($1::bigint[])`,
    [numberList(chunks)],
  )
  return new Map(rows.map(({ chunk, id, list }) => [chunk, { id, termList: new Uint8Array(list) }]))
}
