import {
  createKeywordScorer,
  createScoreBounds,
  decodeTermList,
  lengthNorm,
  saturationAt,
  inverseDocumentFrequency,
  type KeywordScorer,
} from '@recallite/keyword-ranking'
import type { KeywordQuery, WordCandidates, WordRanking } from '@recallite/store'
import { inSnapshot, type Session } from '../connections.js'
import { decodeText } from '../text-code.js'
import { createBinder, keyArray, numberList, type Bind } from '../values.js'
import { wordKey } from '../word-key.js'
import { isCovered } from './is-covered.js'
import { isStem, matchSql, type Writing } from './match-sql.js'

/** What is looked for. */
export interface BestRequest {
  readonly query: KeywordQuery
  readonly limit: number
  /** Selects the ids of the chunks that a filter lets through. */
  readonly within: ((bind: Bind) => string) | undefined
  readonly ranking: WordRanking
  /** Whether the chunks are ordered by the bounds of their scores, without reading their term lists. */
  readonly isEstimate: boolean
}

/** The most term lists that are read for one query; only where thousands of chunks have nearly the same words. */
const mostLists = 20_000

/** How many bounds are asked for at first, for each chunk that is wanted and besides. */
const boundsPerWanted = 8
const boundsBesides = 100

/** Sums of the same numbers in another order differ by less, and so do scores of words that stand 32,767 times in a chunk. */
const roundingShare = 1e-4

/** What a list adds to a score at most, for each unit of its worth. */
const mostSaturation = saturationAt(Infinity, 1)

interface BoundedChunk {
  readonly chunk: number
  readonly bound: number
}

interface ScoredChunk {
  readonly id: string
  readonly score: number
  readonly termList: Uint8Array
}

/**
 * Finds the chunks with the highest BM25 scores, as if every chunk were scored. The server gives a bound of each chunk's score from
 * the postings; chunks are scored in the order of their bounds until no bound is higher than the lowest score wanted (the
 * threshold algorithm of Fagin, Lotem and Naor). If a writer replaces one of the chunks meanwhile, it looks again, at one moment
 * of the store. `s` is the name of the schema.
 */
export async function findBestChunks(
  session: Session,
  s: string,
  request: BestRequest,
): Promise<WordCandidates> {
  if (request.limit < 1) return { ids: [] }
  const { found, isWhole } = await findOnce(session, s, request)
  return isWhole ? found : (await inSnapshot(session, () => findOnce(session, s, request))).found
}

interface Attempt {
  readonly found: WordCandidates
  /** Whether every chunk was still there when it was read. */
  readonly isWhole: boolean
}

async function findOnce(session: Session, s: string, request: BestRequest): Promise<Attempt> {
  const { limit, isEstimate } = request
  const bounding = createBounding(request)
  if (isEstimate) {
    const bounded = await readBounds(session, s, { bounding, request, most: limit })
    const ids = await readIds(session, s, bounded)
    return { found: { ids }, isWhole: ids.length === bounded.length }
  }
  let most = limit * boundsPerWanted + boundsBesides
  let isWhole = true
  const scored = new Map<number, ScoredChunk>()
  for (;;) {
    const bounded = await readBounds(session, s, { bounding, request, most })
    const areThere = await scoreInOrder(session, s, { bounded, scored, scorer: bounding.scorer, limit })
    isWhole &&= areThere
    const least = leastOf(scored, limit) * (1 - roundingShare)
    const last = bounded.at(-1)?.bound ?? 0
    const isAll = bounded.length < most || last < least
    if (isAll || most >= mostLists) {
      return { found: toCandidates(scored, { limit, unscored: isAll ? 0 : 1 }), isWhole }
    }
    most = Math.min(most * 4, mostLists)
  }
}

type Bounding = ReturnType<typeof createBounding>

function createBounding({ ranking }: BestRequest) {
  const { terms, counts } = ranking
  const scorer = createKeywordScorer(terms, counts)
  const expand = (prefix: string) => scorer.expansions.get(prefix) ?? []
  const bounds = createScoreBounds(scorer.terms, { expand, isListed: (stem) => stem !== '' })
  const rarities = bounds.lists.map((feature) =>
    inverseDocumentFrequency(counts.chunks, scorer.chunksWith(feature) ?? 0),
  )
  const others = bounds.otherWorths(rarities)
  const lists = bounds.lists.map((feature, index) => {
    return { feature, worth: (bounds.worths[index] ?? 0) + (others[index] ?? 0) }
  })
  return { scorer, lists, unknown: bounds.unknown, meanLength: counts.meanLength }
}

interface BoundRequest {
  readonly bounding: Bounding
  readonly request: BestRequest
  readonly most: number
}

/** The chunks that match with the highest bounds, highest first and equal ones in the order of their rows. */
async function readBounds(session: Session, s: string, asked: BoundRequest): Promise<BoundedChunk[]> {
  const { bind, values } = createBinder()
  const { rows } = await session.query<BoundedChunk>(boundSql({ s, bind }, asked), values)
  return rows.map(({ chunk, bound }) => ({ chunk, bound: bound + asked.bounding.unknown }))
}

function boundSql(writing: Writing, { bounding, request, most }: BoundRequest): string {
  const { query, within, isEstimate } = request
  const sums = sumsSql(writing, bounding)
  const passing = within === undefined ? '' : `chunk IN (${within(writing.bind)})`
  // Equal bounds of an estimate are told apart by what is shown: there the order is the answer.
  const order = isEstimate
    ? `bound DESC, (SELECT public_id FROM ${writing.s}.chunk AS shown WHERE shown.id = chunk)`
    : 'bound DESC, chunk'
  const end = `ORDER BY ${order} LIMIT ${most}`
  if (
    isCovered(
      query,
      bounding.lists.map(({ feature }) => feature),
    )
  ) {
    return `SELECT chunk, bound FROM (${sums}) AS summed ${passing && `WHERE ${passing}`} ${end}`
  }
  return `WITH matched AS MATERIALIZED (
      SELECT DISTINCT chunk FROM (${matchSql(query, writing)}) AS found ${passing && `WHERE ${passing}`})
    SELECT chunk, coalesce(bound, 0) AS bound FROM matched LEFT JOIN (${sums}) AS summed USING (chunk) ${end}`
}

/** The bound of each chunk in any of the lists: what each list is worth, times how far the chunk satisfies it. */
function sumsSql(writing: Writing, { lists, meanLength }: Bounding): string {
  const words = lists.flatMap(({ feature, worth }) =>
    feature.kind === 'word' ? [{ stem: feature.stem, worth }] : [],
  )
  const sequences = lists.flatMap(({ feature, worth }) =>
    feature.kind === 'word' ? [] : [{ feature, worth }],
  )
  const [start, each] = [lengthNorm(0, meanLength), lengthNorm(1, meanLength) - lengthNorm(0, meanLength)]
  const times = '(in_text + beside / 2.0::float8)'
  const ofWords =
    words.length === 0
      ? []
      : [
          `SELECT chunk, worth * ${times} / (${times} + ${start}::float8 + ${each}::float8 * length) AS part
           FROM unnest(${writing.bind(keyArray(words.map(({ stem }) => wordKey(stem))))}::bigint[],
             ${writing.bind(numberList(words.map(({ worth }) => worth * mostSaturation)))}::float8[]) AS listed (word, worth)
           JOIN ${writing.s}.posting USING (word) WHERE ${isStem}`,
        ]
  const ofSequences = sequences.map(
    ({ feature, worth }) =>
      `SELECT DISTINCT chunk, ${writing.bind(worth * mostSaturation)}::float8 FROM (${matchSql(feature, writing)}) AS found`,
  )
  const parts = [...ofWords, ...ofSequences]
  if (parts.length === 0) return 'SELECT NULL::bigint AS chunk, 0::float8 AS bound WHERE false'
  return `SELECT chunk, sum(part) AS bound FROM (${parts.join(' UNION ALL ')}) AS parts (chunk, part) GROUP BY chunk`
}

interface Scoring {
  readonly bounded: readonly BoundedChunk[]
  readonly scored: Map<number, ScoredChunk>
  readonly scorer: KeywordScorer
  readonly limit: number
}

/**
 * Scores chunks until no bound is as high as the lowest score wanted; a longer list begins with those scored before. Whether all of
 * them were there.
 */
async function scoreInOrder(
  session: Session,
  s: string,
  { bounded, scored, scorer, limit }: Scoring,
): Promise<boolean> {
  let next = scored.size
  let isWhole = true
  for (let size = Math.max(limit + 8, 24); next < bounded.length; size *= 2) {
    const least = leastOf(scored, limit) * (1 - roundingShare)
    const batch = bounded.slice(next, next + size).filter(({ bound }) => bound >= least)
    if (batch.length === 0) break
    const lists = await readLists(session, s, batch)
    for (const { chunk, id, list } of lists) {
      const termList = new Uint8Array(list)
      scored.set(chunk, { id: decodeText(id), termList, score: scorer.score(decodeTermList(termList)).bm25 })
    }
    isWhole &&= lists.length === batch.length
    next += size
  }
  return isWhole
}

interface ListRow {
  readonly chunk: number
  readonly id: string
  readonly list: Buffer
}

async function readLists(
  session: Session,
  s: string,
  batch: readonly BoundedChunk[],
): Promise<readonly ListRow[]> {
  const { rows } = await session.query<ListRow>(
    `SELECT chunk.id AS chunk, public_id AS id, term_list AS list
     FROM ${s}.chunk JOIN ${s}.chunk_words ON chunk_id = chunk.id WHERE chunk.id = ANY($1::bigint[])`,
    [numberList(batch.map(({ chunk }) => chunk))],
  )
  return rows
}

async function readIds(session: Session, s: string, bounded: readonly BoundedChunk[]): Promise<string[]> {
  const { rows } = await session.query<{ id: string }>(
    `SELECT public_id AS id FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (chunk, place)
     JOIN ${s}.chunk ON chunk.id = wanted.chunk ORDER BY place`,
    [numberList(bounded.map(({ chunk }) => chunk))],
  )
  return rows.map(({ id }) => decodeText(id))
}

/** The lowest of the highest scores; −Infinity while there are fewer than wanted. */
function leastOf(scored: ReadonlyMap<number, ScoredChunk>, limit: number): number {
  if (scored.size < limit) return -Infinity
  const scores = Float64Array.from(scored.values(), ({ score }) => score).toSorted()
  return scores[scores.length - limit] ?? -Infinity
}

function toCandidates(
  scored: ReadonlyMap<number, ScoredChunk>,
  { limit, unscored }: { readonly limit: number; readonly unscored: number },
): WordCandidates {
  const least = leastOf(scored, limit)
  const best = [...scored.values()]
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  return {
    ids: best.map(({ id }) => id),
    termLists: best.map(({ id, termList }) => ({ id, termList })),
    unscored,
  }
}
