import { decodeTermList, type KeywordScorer } from '@recallite/keyword-ranking'
import type { WordCandidates } from '@recallite/store'
import { inSnapshot, type Session } from '../connections.js'
import { decodeText } from '../text-code.js'
import { numberList } from '../values.js'
import {
  askedBy,
  boundChunks,
  boundClosely,
  createBounding,
  highest,
  type BoundedChunk,
  type BoundedRequest,
  type BoundedSlots,
} from './bound-chunks.js'
import { createListKeeper } from './kept-lists.js'
import { listName, readIndex } from './read-lists.js'

/** What is looked for. */
export interface BestRequest extends BoundedRequest {
  readonly limit: number
  /** Whether the chunks are ordered by the bounds of their scores, without reading their term lists. */
  readonly isEstimate: boolean
}

/** The most term lists that are read for one query; only where thousands of chunks have nearly the same words. */
const mostLists = 20_000

/** How many bounds are asked for at first, for each chunk that is wanted and besides. */
const boundsPerWanted = 20
const boundsBesides = 100

/** Sums of the same numbers in another order differ by less, and so do scores of words that stand 32,767 times in a chunk. */
const roundingShare = 1e-4

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
    const reading = { bounding, kept, selections }
    const bounded = boundChunks(request, reading)
    if (request.isEstimate) return estimate(session, s, { bounded, limit: request.limit })
    const closely = (found: readonly BoundedChunk[]) => boundClosely(found, reading)
    return scoreBest(session, s, { bounded, closely, scorer: bounding.scorer, limit: request.limit })
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

interface BestScoring extends Limited {
  readonly closely: (found: readonly BoundedChunk[]) => BoundedChunk[]
  readonly scorer: KeywordScorer
}

async function scoreBest(
  session: Session,
  s: string,
  { bounded, closely, scorer, limit }: BestScoring,
): Promise<Attempt> {
  const scored = new Map<number, ScoredChunk>()
  let isWhole = true
  for (let most = limit * boundsPerWanted + boundsBesides; ; most = most * 4) {
    const found = highest(bounded, most).slice(0, most)
    const areThere = await scoreInOrder(session, s, { bounded: closely(found), scored, scorer, limit })
    isWhole &&= areThere
    const least = leastOf(scored, limit) * (1 - roundingShare)
    const isAll = found.length < most || (found.at(-1)?.bound ?? 0) < least
    if (isAll || scored.size >= mostLists)
      return { found: toCandidates(scored, { limit, unscored: isAll ? 0 : 1 }), isWhole }
  }
}

interface Scoring {
  readonly bounded: readonly BoundedChunk[]
  readonly scored: Map<number, ScoredChunk>
  readonly scorer: KeywordScorer
  readonly limit: number
}

/** How many chunks are scored at first, for each that is wanted and at least: to ask again takes longer than to read some more. */
const firstPerWanted = 2
const leastFirst = 24

/** Scores chunks until no bound is as high as the lowest score wanted. Whether all of them were there. */
async function scoreInOrder(
  session: Session,
  s: string,
  { bounded, scored, scorer, limit }: Scoring,
): Promise<boolean> {
  const waiting = bounded.filter(({ chunk }) => !scored.has(chunk))
  let isWhole = true
  let next = 0
  for (
    let size = Math.max(firstPerWanted * limit, leastFirst);
    next < waiting.length && scored.size < mostLists;
    size *= 2
  ) {
    const least = leastOf(scored, limit) * (1 - roundingShare)
    const batch = waiting.slice(next, next + size).filter(({ bound }) => bound >= least)
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
