import { createTopScores, decodeTermList, type KeywordScorer } from '@recallite/keyword-ranking'
import type { WordCandidates } from '@recallite/store'
import { inSnapshot, type Session } from '../connections.js'
import type { DocumentKind } from '../document-kind.js'
import { decodeText } from '../text-code.js'
import { numberList } from '../values.js'
import {
  askedBy,
  boundChunks,
  boundClosely,
  createBounding,
  highest,
  type BoundedChunks,
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

/** Finds chunks of a kind; `s` is the name of the schema. */
export function createBestChunks(
  s: string,
  { kind, mostBytes }: { readonly kind: DocumentKind; readonly mostBytes?: number | undefined },
) {
  const keeper = createListKeeper(mostBytes)

  async function findOnce(session: Session, request: BestRequest, isSnapshot: boolean): Promise<Attempt> {
    const bounding = createBounding(request)
    const asked = askedBy(request, { bounding, s, kind })
    const { kept, selections } = await readIndex(session, s, { asked, kept: keeper.now(), isSnapshot })
    keeper.keep(kept, asked.words.map(listName))
    const reading = { bounding, kept, selections }
    const bounded = boundChunks(request, reading)
    if (request.isEstimate) return estimate(session, s, { bounded, limit: request.limit })
    const closely = (found: BoundedChunks) => boundClosely(found, reading)
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
  const { slots, bounds } = highest(bounded, limit)
  const { rows } = await session.query<{ id: string; found: number }>(
    `SELECT public_id AS id, count(*) OVER () AS found FROM unnest($1::bigint[], $2::float8[]) AS wanted (chunk, bound)
     JOIN ${s}.chunk ON chunk.id = wanted.chunk ORDER BY bound DESC, public_id LIMIT ${limit}`,
    [numberList(rowsOf(slots, bounded)), numberList([...bounds])],
  )
  return {
    found: { ids: rows.map(({ id }) => decodeText(id)) },
    isWhole: (rows[0]?.found ?? 0) === slots.length,
  }
}

interface BestScoring extends Limited {
  readonly closely: (found: BoundedChunks) => BoundedChunks
  readonly scorer: KeywordScorer
}

async function scoreBest(
  session: Session,
  s: string,
  { bounded, closely, scorer, limit }: BestScoring,
): Promise<Attempt> {
  const scored = createScored(limit)
  let isWhole = true
  for (let most = limit * boundsPerWanted + boundsBesides; ; most = most * 4) {
    const { slots, bounds } = highest(bounded, most)
    const found = { slots: slots.subarray(0, most), bounds: bounds.subarray(0, most) }
    const areThere = await scoreInOrder(session, s, { bounded, found: closely(found), scored, scorer, limit })
    isWhole &&= areThere
    const isAll = slots.length < most || (found.bounds.at(-1) ?? 0) < scored.least()
    if (isAll || scored.count() >= mostLists)
      return { found: { ...scored.best(), unscored: isAll ? 0 : 1 }, isWhole }
  }
}

/** Keeps the chunks that were scored. */
function createScored(limit: number) {
  const chunks: ScoredChunk[] = []
  const closed = new Set<number>()
  const scores = createTopScores(limit)
  return {
    add(chunk: ScoredChunk): void {
      scores.add(chunk.score, chunks.push(chunk))
    },
    /** Marks a chunk as asked for, whether it was there or not. */
    close: (slot: number): void => void closed.add(slot),
    isClosed: (slot: number): boolean => closed.has(slot),
    count: (): number => closed.size,
    /** What a chunk has to score at least to be among the best; −Infinity while there are fewer than wanted. */
    least: (): number => scores.least() * (1 - roundingShare),
    /** The best, equal ones by their ids, and those that are equal to the last. */
    best() {
      const best = chunks
        .filter(({ score }) => score >= scores.least())
        .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      return {
        ids: best.map(({ id }) => id),
        termLists: best.map(({ id, termList }) => ({ id, termList })),
      }
    },
  }
}

interface Scoring {
  readonly bounded: BoundedSlots
  readonly found: BoundedChunks
  readonly scored: ReturnType<typeof createScored>
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
  { bounded, found, scored, scorer, limit }: Scoring,
): Promise<boolean> {
  let isWhole = true
  for (let size = Math.max(firstPerWanted * limit, leastFirst); scored.count() < mostLists; size *= 2) {
    const slots = nextToScore(found, scored, size)
    if (slots.length === 0) break
    const rows = rowsOf(slots, bounded)
    const lists = await readTermLists(session, s, rows)
    for (const { id, list } of lists) {
      const termList = new Uint8Array(list)
      const { bm25 } = scorer.score(decodeTermList(termList))
      scored.add({ id: decodeText(id), termList, score: bm25 })
    }
    slots.forEach(scored.close)
    isWhole &&= lists.length === rows.length
  }
  return isWhole
}

/** The slots with the highest bounds of those that may be among the best and were not asked for. */
function nextToScore(
  { slots, bounds }: BoundedChunks,
  scored: Scoring['scored'],
  size: number,
): readonly number[] {
  const next = createTopScores(size)
  const least = scored.least()
  for (let index = 0; index < slots.length; index += 1) {
    const bound = bounds[index] ?? 0
    if (bound >= least && !scored.isClosed(slots[index] ?? 0)) next.add(bound, slots[index] ?? 0)
  }
  return next.keys()
}

const rowsOf = (slots: Iterable<number>, { chunks }: BoundedSlots): number[] =>
  Array.from(slots, chunks.rowOf)

interface ListRow {
  readonly id: string
  readonly list: Buffer
}

async function readTermLists(
  session: Session,
  s: string,
  chunks: readonly number[],
): Promise<readonly ListRow[]> {
  const { rows } = await session.query<ListRow>(
    `SELECT public_id AS id, term_list AS list
     FROM ${s}.chunk JOIN ${s}.chunk_words ON chunk_id = chunk.id WHERE chunk.id = ANY($1::bigint[])`,
    [numberList(chunks)],
  )
  return rows
}
