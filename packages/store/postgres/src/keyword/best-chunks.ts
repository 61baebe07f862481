import {
  createKeywordScorer,
  createScoreBounds,
  createTopScores,
  decodeTermList,
  lengthNorm,
  saturationAt,
  inverseDocumentFrequency,
  type KeywordScorer,
} from '@recallite/keyword-ranking'
import type { KeywordQuery, WordCandidates, WordRanking } from '@recallite/store'
import { inSnapshot, type Session } from '../connections.js'
import { decodeText } from '../text-code.js'
import { numberList, type Bind } from '../values.js'
import { wordKey } from '../word-key.js'
import { isCovered } from './is-covered.js'
import { createListKeeper, type ChunkSlots, type WordList } from './kept-lists.js'
import { matchSql } from './match-sql.js'
import { listName, readIndex, type AskedLists, type IndexReading } from './read-lists.js'

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

/** Finds chunks; `s` is the name of the schema. */
export function createBestChunks(s: string, mostBytes?: number) {
  const keeper = createListKeeper(mostBytes)

  async function findOnce(session: Session, request: BestRequest, isSnapshot: boolean): Promise<Attempt> {
    const bounding = createBounding(request)
    const asked = askedBy(request, { bounding, s })
    const { kept, selections } = await readIndex(session, s, { asked, kept: keeper.now(), isSnapshot })
    keeper.keep(kept, asked.words.map(listName))
    const bounded = boundChunks(request, { bounding, kept, selections })
    if (request.isEstimate) return estimate(session, s, { bounded, limit: request.limit })
    return scoreBest(session, s, { bounded, scorer: bounding.scorer, limit: request.limit })
  }

  return {
    /**
     * Finds the chunks with the highest BM25 scores, as if every chunk were scored. A bound of each chunk's score follows from the
     * postings; chunks are scored in the order of their bounds until no bound is higher than the lowest score wanted (the
     * threshold algorithm of Fagin, Lotem and Naor). If a writer replaces one of the chunks meanwhile, it looks again, at one
     * moment of the store.
     */
    async find(session: Session, request: BestRequest): Promise<WordCandidates> {
      if (request.limit < 1) return { ids: [] }
      const { found, isWhole } = await findOnce(session, request, false)
      return isWhole ? found : (await inSnapshot(session, () => findOnce(session, request, true))).found
    },
  }
}

interface Attempt {
  readonly found: WordCandidates
  /** Whether every chunk was still there when it was read. */
  readonly isWhole: boolean
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
  const words = lists.flatMap(({ feature, worth }) =>
    feature.kind === 'word' ? [{ key: wordKey(feature.stem), worth }] : [],
  )
  const sequences = lists.flatMap(({ feature, worth }) =>
    feature.kind === 'word' ? [] : [{ feature, worth }],
  )
  const features = lists.map(({ feature }) => feature)
  return { scorer, words, sequences, features, unknown: bounds.unknown, meanLength: counts.meanLength }
}

interface Asking {
  readonly bounding: Bounding
  readonly s: string
}

/** The selections are those of sequences, then of the filter, then of the query, as far as they are needed. */
function askedBy({ query, within }: BestRequest, { bounding, s }: Asking): AskedLists {
  const { words, sequences, features } = bounding
  const matching = (one: KeywordQuery) => (bind: Bind) => matchSql(one, { s, bind })
  return {
    words: words.map(({ key }) => key),
    selections: [
      ...sequences.map(({ feature }) => matching(feature)),
      ...(within ? [within] : []),
      ...(isCovered(query, features) ? [] : [matching(query)]),
    ],
  }
}

/** The chunks that may be given, by slot, with bounds. */
interface BoundedSlots {
  readonly chunks: ChunkSlots
  readonly bounds: Float64Array
  readonly mayBe: (slot: number) => boolean
  /** What every bound has besides. */
  readonly unknown: number
}

function boundChunks(
  { query, within }: BestRequest,
  { bounding, kept, selections }: IndexReading & { readonly bounding: Bounding },
): BoundedSlots {
  const { words, sequences, features, unknown } = bounding
  const { chunks, gone } = kept
  const count = chunks.count()
  const bounds = new Float64Array(count)
  for (const { key, worth } of words) {
    const list = kept.lists.get(listName(key))
    if (list) addList(bounds, list, { lengths: chunks.lengths(), worth, meanLength: bounding.meanLength })
  }
  for (const [index, { worth }] of sequences.entries()) {
    for (const slot of new Set(selections[index])) bounds[slot] = (bounds[slot] ?? 0) + worth * mostSaturation
  }
  const left = selections.slice(sequences.length)
  const allowed = within ? marksOf(left.shift(), count) : undefined
  const matched = isCovered(query, features) ? undefined : marksOf(left.shift(), count)
  const isMatch = (slot: number) => (matched ? matched[slot] === 1 : (bounds[slot] ?? 0) > 0)
  const mayBe = (slot: number) =>
    isMatch(slot) && (allowed === undefined || allowed[slot] === 1) && !gone.has(slot)
  return { chunks, bounds, mayBe, unknown }
}

function marksOf(slots: Int32Array | undefined, count: number): Uint8Array {
  const marks = new Uint8Array(count)
  for (const slot of slots ?? []) marks[slot] = 1
  return marks
}

interface ListWorth {
  readonly lengths: Uint16Array
  readonly worth: number
  readonly meanLength: number
}

function addList(bounds: Float64Array, list: WordList, { lengths, worth, meanLength }: ListWorth): void {
  const { slots, inText, beside } = list
  const most = worth * mostSaturation
  const start = lengthNorm(0, meanLength)
  const each = lengthNorm(1, meanLength) - start
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] ?? 0
    const times = (inText[index] ?? 0) + (beside[index] ?? 0) / 2
    bounds[slot] = (bounds[slot] ?? 0) + (most * times) / (times + start + each * (lengths[slot] ?? 0))
  }
}

/** The chunks with the highest bounds, highest first and equal ones in the order of their rows, and those equal to the last of them. */
function highest({ chunks, bounds, mayBe, unknown }: BoundedSlots, most: number): BoundedChunk[] {
  const top = createTopScores(most)
  let least = -Infinity
  for (let slot = 0; slot < bounds.length; slot += 1) {
    const bound = bounds[slot] ?? 0
    if (bound <= least || !mayBe(slot)) continue
    top.add(bound, slot)
    least = top.least()
  }
  const found: BoundedChunk[] = []
  for (let slot = 0; slot < bounds.length; slot += 1) {
    const bound = bounds[slot] ?? 0
    if (bound >= least && mayBe(slot)) found.push({ chunk: chunks.rowOf(slot), bound: bound + unknown })
  }
  return found.toSorted((a, b) => b.bound - a.bound || a.chunk - b.chunk)
}

interface Limited {
  readonly bounded: BoundedSlots
  readonly limit: number
}

/** Takes the bounds for the scores; equal ones are told apart by what is shown, as their order is the answer. */
async function estimate(session: Session, s: string, { bounded, limit }: Limited): Promise<Attempt> {
  const best = highest(bounded, limit)
  const { rows } = await session.query<{ id: string; found: number }>(
    `SELECT public_id AS id, count(*) OVER () AS found FROM unnest($1::bigint[], $2::float8[]) AS wanted (chunk, bound)
     JOIN ${s}.chunk ON chunk.id = wanted.chunk ORDER BY bound DESC, public_id LIMIT ${limit}`,
    [numberList(best.map(({ chunk }) => chunk)), numberList(best.map(({ bound }) => bound))],
  )
  return {
    found: { ids: rows.map(({ id }) => decodeText(id)) },
    isWhole: (rows[0]?.found ?? 0) === best.length,
  }
}

async function scoreBest(
  session: Session,
  s: string,
  { bounded, scorer, limit }: Limited & { readonly scorer: KeywordScorer },
): Promise<Attempt> {
  const scored = new Map<number, ScoredChunk>()
  let isWhole = true
  for (let most = limit * boundsPerWanted + boundsBesides; ; most = Math.min(most * 4, mostLists)) {
    const best = highest(bounded, most).slice(0, most)
    const areThere = await scoreInOrder(session, s, { bounded: best, scored, scorer, limit })
    isWhole &&= areThere
    const least = leastOf(scored, limit) * (1 - roundingShare)
    const last = best.at(-1)?.bound ?? 0
    const isAll = best.length < most || last < least
    if (isAll || most >= mostLists) {
      return { found: toCandidates(scored, { limit, unscored: isAll ? 0 : 1 }), isWhole }
    }
  }
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
    const lists = await readTermLists(session, s, batch)
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

async function readTermLists(
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
