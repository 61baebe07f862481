import {
  createKeywordScorer,
  createScoreBounds,
  decodeTermList,
  findBestChunks,
  lengthNorm,
  matchedPostings,
  withImpacts,
  type BestChunks,
  type KeywordScorer,
  type ListedFeature,
  type PostingIndex,
  type PostingList,
  type Postings,
} from '@recallite/keyword-ranking'
import {
  isCovered,
  toWordCandidates,
  type KeywordQuery,
  type WordCandidates,
  type WordRanking,
} from '@recallite/store'
import { inSnapshot, type Session } from '../connections.js'
import type { DocumentKind } from '../document-kind.js'
import { decodeText } from '../text-code.js'
import { numberList, type Bind } from '../values.js'
import { wordKey } from '../word-key.js'
import { createListKeeper, type ChunkPositions } from './kept-lists.js'
import { matchSql } from './match-sql.js'
import { listName, readIndex, type IndexReading } from './read-lists.js'

/** What is looked for. */
export interface BestRequest {
  readonly query: KeywordQuery
  /** Selects the ids of the chunks that a filter lets through. */
  readonly within: ((bind: Bind) => string) | undefined
  readonly ranking: WordRanking
  readonly limit: number
  /** Whether the chunks are ordered by the bounds of their scores, without reading their term lists. */
  readonly isEstimate: boolean
}

/** To ask again takes longer than to read some more: how many chunks are scored at once, for each that is wanted and at least. */
const batchPerWanted = 2
const leastBatch = 24

/** How many chunks are looked at closely, for each that is wanted, to choose those that are scored first. */
const boundedPerWanted = 8

/** Finds chunks of a kind; `s` is the name of the schema. */
export function createBestChunks(
  s: string,
  { kind, mostBytes }: { readonly kind: DocumentKind; readonly mostBytes?: number | undefined },
) {
  const keeper = createListKeeper(mostBytes)
  const indexOf = createIndexes()
  const matching = (query: KeywordQuery) => (bind: Bind) => matchSql(query, { s, bind })

  async function findOnce(session: Session, request: BestRequest, isSnapshot: boolean): Promise<Attempt> {
    const { query, within, ranking, limit, isEstimate } = request
    const scorer = createKeywordScorer(ranking.terms, ranking.counts)
    const bounds = createScoreBounds(scorer, (stem) => stem !== '')
    const words = bounds.lists.flatMap((list) => (list.kind === 'word' ? [wordKey(list.stem)] : []))
    const sequences = bounds.lists.filter((list) => list.kind !== 'word')
    const covered = isCovered(query, bounds.lists, { isEmpty: () => false, expand: () => undefined })
    const filters = [...(within ? [within] : []), ...(covered ? [] : [matching(query)])]
    const asked = { kind, words, selections: [...sequences.map(matching), ...filters] }
    const reading = await readIndex(session, s, { asked, kept: keeper.now(), isSnapshot })
    keeper.keep(reading.kept, words.map(listName))
    const found = findBestChunks({
      index: indexOf(reading, sequences, ranking.counts.meanLength),
      bounds,
      chunksWith: scorer.chunksWith,
      allowed: allowedBy(reading, sequences.length),
      isCovered: covered,
      limit,
      isEstimate,
      leastBatch: Math.max(limit * batchPerWanted, leastBatch),
      boundedFirst: limit * boundedPerWanted,
    })
    const { rowOf } = reading.kept.chunks
    return isEstimate
      ? estimate(session, s, { found, rowOf, limit })
      : scoreBest(session, s, { found, scorer, rowOf })
  }

  return {
    /**
     * Finds the chunks with the highest BM25 scores by `findBestChunks`. If a writer replaces one of the chunks meanwhile, it looks
     * again, at one moment of the store.
     */
    async find(session: Session, request: BestRequest): Promise<WordCandidates> {
      if (request.limit < 1) return { ids: [] }
      const { found, isWhole } = await findOnce(session, request, false)
      return isWhole ? found : (await inSnapshot(session, () => findOnce(session, request, true))).found
    },
  }
}

/** Makes an index of the lists of words that were read, and of the selections of sequences. */
function createIndexes() {
  /** The lists of words for the mean length that they were last used with. */
  const lists = new WeakMap<Postings, { readonly mean: number; readonly list: PostingList }>()
  return (
    { kept, selections }: IndexReading,
    sequences: readonly ListedFeature[],
    mean: number,
  ): PostingIndex => {
    const norms = normsOf(kept.chunks, mean)
    function listOf(postings: Postings): PostingList {
      const known = lists.get(postings)
      if (known?.mean === mean) return known.list
      const list = withImpacts(postings, norms)
      lists.set(postings, { mean, list })
      return list
    }
    const selected = new Map(
      sequences.map((one, at) => [one, matchedPostings(Int32Array.from(new Set(selections[at])).toSorted())]),
    )
    const postingsOf = (feature: ListedFeature) =>
      feature.kind === 'word' ? kept.lists.get(listName(wordKey(feature.stem))) : selected.get(feature)
    return {
      norms,
      list: (feature) => listOf(postingsOf(feature) ?? none),
      isKept: () => true,
      isWorthReading: () => false,
    }
  }
}

const none = matchedPostings(new Int32Array())

function normsOf({ count, lengths }: ChunkPositions, mean: number): Float64Array {
  const norms = new Float64Array(count())
  const all = lengths()
  for (let position = 0; position < norms.length; position += 1)
    norms[position] = lengthNorm(all[position] ?? 0, mean)
  return norms
}

/** By position, 1 for each chunk that may be given; undefined if all may. */
function allowedBy({ kept, selections }: IndexReading, sequences: number): Uint8Array | undefined {
  const filters = selections.slice(sequences)
  if (filters.length === 0 && kept.gone.size === 0) return undefined
  let allowed = new Uint8Array(kept.chunks.count()).fill(1)
  for (const positions of filters) {
    const marks = new Uint8Array(allowed.length)
    for (const position of positions) marks[position] = allowed[position] ?? 0
    allowed = marks
  }
  for (const position of kept.gone) allowed[position] = 0
  return allowed
}

interface Attempt {
  readonly found: WordCandidates
  /** Whether every chunk was still there when it was read. */
  readonly isWhole: boolean
}

interface Scoring {
  readonly found: BestChunks
  readonly scorer: KeywordScorer
  readonly rowOf: (position: number) => number
}

async function scoreBest(session: Session, s: string, { found, scorer, rowOf }: Scoring): Promise<Attempt> {
  const read = new Map<number, { readonly id: string; readonly termList: Uint8Array }>()
  let isWhole = true
  for (const positions of found.batches()) {
    const lists = await readTermLists(session, s, positions.map(rowOf))
    for (const position of positions) {
      const list = lists.get(rowOf(position))
      isWhole &&= list !== undefined
      if (!list) continue
      read.set(position, list)
      found.add(position, scorer.bm25(decodeTermList(list.termList)))
    }
  }
  const best = found.best().flatMap(({ position, score }) => {
    const list = read.get(position)
    return list ? [{ score, ...list }] : []
  })
  return { found: { ...toWordCandidates(best), unscored: found.unscored() }, isWhole }
}

/** Of an estimate nothing is asked but which chunks the best ones are. */
async function estimate(
  session: Session,
  s: string,
  { found, rowOf, limit }: Omit<Scoring, 'scorer'> & { readonly limit: number },
): Promise<Attempt> {
  found.batches().next()
  const best = found.best()
  const { rows } = await session.query<{ chunk: number; id: string }>(
    `SELECT id AS chunk, public_id AS id FROM ${s}.chunk WHERE id = ANY($1::bigint[])`,
    [numberList(best.map(({ position }) => rowOf(position)))],
  )
  const scores = new Map(best.map(({ position, score }) => [rowOf(position), score]))
  const there = rows.map(({ chunk, id }) => ({ id: decodeText(id), score: scores.get(chunk) ?? 0 }))
  const { ids } = toWordCandidates(there)
  return { found: { ids: ids.slice(0, limit) }, isWhole: there.length === best.length }
}

async function readTermLists(session: Session, s: string, chunks: readonly number[]) {
  const { rows } = await session.query<{ chunk: number; id: string; list: Buffer }>(
    `SELECT chunk.id AS chunk, public_id AS id, term_list AS list
     FROM ${s}.chunk JOIN ${s}.chunk_words ON chunk_id = chunk.id WHERE chunk.id = ANY($1::bigint[])`,
    [numberList(chunks)],
  )
  return new Map(
    rows.map(({ chunk, id, list }) => [chunk, { id: decodeText(id), termList: new Uint8Array(list) }]),
  )
}
