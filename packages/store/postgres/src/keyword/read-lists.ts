import type { Postings } from '@recallite/keyword-ranking'
import { inSnapshot, type Session } from '../connections.js'
import { countsKind, firstShard, isOfKind, type DocumentKind } from '../document-kind.js'
import { createBinder, keyArray, numberList, type Bind } from '../values.js'
import {
  moveTo,
  noLists,
  packPosting,
  unpackPostings,
  type ChunkPositions,
  type Delta,
  type KeptLists,
} from './kept-lists.js'
import { isWordOf, isStem } from './match-sql.js'

/** What a search has to know of the index. */
export interface AskedLists {
  /** Of which chunks. */
  readonly kind: DocumentKind
  readonly words: readonly Buffer[]
  /** Each selects ids of chunks, of either kind. */
  readonly selections: readonly ((bind: Bind) => string)[]
}

/** What the index says at one moment. */
export interface IndexReading {
  readonly kept: KeptLists
  /** The positions of each selection, some perhaps twice. */
  readonly selections: readonly Int32Array[]
}

/** The name of a word among kept lists. */
export const listName = (key: Buffer): string => key.toString('latin1')

/**
 * Reads the lists of words that are not kept, and selections, all of one moment. Kept lists are of the same moment: if nothing was
 * written since they were read that is told by the one statement; otherwise what was written is added to them.
 */
export async function readIndex(
  session: Session,
  s: string,
  { asked, kept, isSnapshot }: { asked: AskedLists; kept: KeptLists; isSnapshot: boolean },
): Promise<IndexReading> {
  const answer = await ask(session, s, { asked, kept })
  const isKnown = answer.origin === kept.origin && answer.clock.every((time, at) => time === kept.clock[at])
  if (isKnown) return toReading(answer, kept, asked)
  if (kept.lists.size === 0) return toReading(answer, noLists(answer.origin, answer.clock), asked)
  const readAgain = async () => {
    const moved = await catchUp(session, s, { kind: asked.kind, kept })
    return toReading(await ask(session, s, { asked, kept: moved }), moved, asked)
  }
  return isSnapshot ? readAgain() : inSnapshot(session, readAgain)
}

interface Answer {
  readonly origin: string
  readonly clock: readonly number[]
  /** Of the words that are not kept, by name. */
  readonly lists: ReadonlyMap<string, Buffer>
  readonly selections: readonly Buffer[]
}

interface PackedRow {
  readonly kind: 'origin' | 'clock' | 'list' | 'selection'
  readonly place: number
  readonly packed: Buffer | null
}

async function ask(
  session: Session,
  s: string,
  { asked, kept }: { asked: AskedLists; kept: KeptLists },
): Promise<Answer> {
  const { bind, values } = createBinder()
  const missing = asked.words.filter((key) => !kept.lists.has(listName(key)))
  const ofWords =
    missing.length === 0
      ? []
      : [
          `SELECT 'list', place::int, (SELECT string_agg(${packedPosting}, ''::bytea)
             FROM ${s}.posting WHERE posting.word = listed.word AND ${isWordOf(asked.kind, 'stem')})
           FROM unnest(${bind(keyArray(missing))}::bigint[]) WITH ORDINALITY AS listed (word, place)`,
        ]
  const ofSelections = asked.selections.map(
    (select, place) =>
      `SELECT 'selection', ${place}, string_agg(int8send(chunk), ''::bytea) FROM (${select(bind)}) AS selected (chunk)
       WHERE ${isOfKind('chunk', asked.kind)}`,
  )
  const { rows } = await session.query<PackedRow>(
    [momentSql(s, asked.kind), ...ofWords, ...ofSelections].join('\nUNION ALL '),
    values,
  )
  const packed = (kind: PackedRow['kind']) => rows.filter((row) => row.kind === kind)
  const first = (kind: PackedRow['kind']) => packed(kind)[0]?.packed ?? Buffer.alloc(0)
  const selections = packed('selection').toSorted((a, b) => a.place - b.place)
  return {
    origin: first('origin').toString(),
    clock: idsIn(first('clock')),
    lists: new Map(
      packed('list').map(({ place, packed: list }) => [
        listName(missing[place - 1] ?? Buffer.alloc(0)),
        list ?? Buffer.alloc(0),
      ]),
    ),
    selections: selections.map(({ packed: ids }) => ids ?? Buffer.alloc(0)),
  }
}

/** A table that is made anew has another number, and a server that is started anew, such as from a backup, another time. */
const momentSql = (s: string, kind: DocumentKind): string => `
SELECT 'origin' AS kind, 0 AS place,
  convert_to(concat(min(tableoid::bigint), ' ', pg_postmaster_start_time()), 'UTF8') AS packed FROM ${s}.total
UNION ALL SELECT 'clock', 0, string_agg(int8send(writes), ''::bytea ORDER BY shard) FROM ${s}.total WHERE ${countsKind(kind)}`

const packedPosting = 'int8send(chunk) || int2send(in_text) || int2send(beside) || int2send(length)'
const postingBytes = 14

function toReading(answer: Answer, kept: KeptLists, { words }: AskedLists): IndexReading {
  const { chunks } = kept
  const lists = new Map(kept.lists)
  for (const key of words) {
    const list = answer.lists.get(listName(key))
    if (list) lists.set(listName(key), toList(list, chunks))
  }
  const selections = answer.selections.map((ids) => {
    const positions = new Int32Array(ids.length / 8)
    for (let at = 0; at < positions.length; at += 1) positions[at] = chunks.positionOf(idAt(ids, 8 * at))
    return positions
  })
  return { kept: { ...kept, lists }, selections }
}

function toList(packed: Buffer, chunks: ChunkPositions): Postings {
  const postings = new Float64Array(packed.length / postingBytes)
  for (let index = 0; index < postings.length; index += 1) {
    const at = postingBytes * index
    const position = chunks.positionOf(idAt(packed, at))
    chunks.setLength(position, packed.readUInt16BE(at + 12))
    postings[index] = packPosting(position, packed.readUInt16BE(at + 8), packed.readUInt16BE(at + 10))
  }
  return unpackPostings(postings)
}

const idAt = (packed: Buffer, at: number): number =>
  packed.readUInt32BE(at) * 0x1_0000_0000 + packed.readUInt32BE(at + 4)

const idsIn = (packed: Buffer): number[] =>
  Array.from({ length: packed.length / 8 }, (_, index) => idAt(packed, 8 * index))

/** Adds what was written to kept lists, or forgets them where that is too much or unknown. */
async function catchUp(
  session: Session,
  s: string,
  { kind, kept }: { kind: DocumentKind; kept: KeptLists },
): Promise<KeptLists> {
  const { origin, clock } = await ask(session, s, { asked: { kind, words: [], selections: [] }, kept })
  const passed = clock.map((time, at) => time - (kept.clock[at] ?? 0))
  const isLater = kept.origin === origin && passed.every((writes) => writes >= 0)
  if (!isLater) return noLists(origin, clock)
  const news = await readNews(session, s, { kind, known: kept.clock })
  const isWhole = news.writes === passed.reduce((total, writes) => total + writes, 0)
  const isMuch = kept.gone.size * 4 > kept.chunks.count() + 4_000
  if (!isWhole || isMuch || news.chunks === null || news.chunks.length > mostNews)
    return noLists(origin, clock)
  return moveTo(clock, kept, await readDelta(session, s, { ids: news.chunks, chunks: kept.chunks }))
}

/** To read all postings of more chunks than these may take longer than to read lists anew. */
const mostNews = 2_000

interface News {
  /** How many writes it tells of. */
  readonly writes: number
  /** The chunks that came or went; null if some write did not name them. */
  readonly chunks: number[] | null
}

async function readNews(
  session: Session,
  s: string,
  { kind, known }: { kind: DocumentKind; known: readonly number[] },
): Promise<News> {
  const { rows } = await session.query<{ chunks: string | null }>(
    `SELECT chunks::text AS chunks FROM ${s}.change
     JOIN unnest($1::bigint[]) WITH ORDINALITY AS known (writes, place) ON shard = place - 1 + ${firstShard[kind]} WHERE write > writes`,
    [numberList(known)],
  )
  const lists = rows.map(({ chunks }) => (chunks === null ? null : (chunks.match(/\d+/g) ?? []).map(Number)))
  return {
    writes: rows.length,
    chunks: lists.every((list) => list !== null) ? [...new Set(lists.flat())] : null,
  }
}

async function readDelta(
  session: Session,
  s: string,
  { ids, chunks }: { ids: readonly number[]; chunks: ChunkPositions },
): Promise<Delta> {
  if (ids.length === 0) return { added: new Map(), gone: [] }
  const { rows: there } = await session.query<{ id: number }>(
    `SELECT id FROM ${s}.chunk WHERE id = ANY($1::bigint[])`,
    [numberList(ids)],
  )
  const { rows } = await session.query<{ word: Buffer; packed: Buffer }>(
    `SELECT int8send(word) AS word, string_agg(${packedPosting}, ''::bytea) AS packed
     FROM ${s}.posting WHERE chunk = ANY($1::bigint[]) AND ${isStem} GROUP BY word`,
    [numberList(ids)],
  )
  const isThere = new Set(there.map(({ id }) => id))
  return {
    added: new Map(rows.map(({ word, packed }) => [listName(word), toList(packed, chunks)])),
    gone: ids.filter((id) => !isThere.has(id)).map(chunks.positionOf),
  }
}
