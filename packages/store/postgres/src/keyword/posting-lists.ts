import { countless, type Postings } from '@recallite/keyword-ranking'
import type { Session } from '../connection/connections.js'
import { isOfKind } from '../connection/schema.js'
import { createBinder, keyArray, type Bind } from '../connection/values.js'
import { isWordOf } from './match-sql.js'

/** What a search has to know of the index. */
export interface AskedLists {
  /** The keys of words. */
  readonly words: readonly Buffer[]
  /** Each selects ids of chunks, of either kind. */
  readonly selections: readonly ((bind: Bind) => string)[]
}

/** Lists of words of one moment of a store. */
export interface PostingLists {
  /** Names the moment: a store has other lists only at another one. */
  readonly moment: string
  readonly chunks: ChunkPositions
  /** By `listName`. */
  readonly lists: ReadonlyMap<string, Postings>
}

/** What the index says at one moment. */
export interface IndexReading extends PostingLists {
  /** The positions of each selection, some perhaps twice. */
  readonly selections: readonly Int32Array[]
}

/** The name of a word among lists. */
export const listName = (key: Buffer): string => key.toString('latin1')

/** Up to how many bytes of lists are kept between searches. */
const mostBytes = 64_000_000

/** Reads lists of words, which are kept until anything is written, and selections of chunks, all of one moment. */
export function createListReader() {
  let kept = noLists('')
  return async (session: Session, asked: AskedLists): Promise<IndexReading> => {
    let known = kept
    let answer = await ask(session, asked, known)
    if (answer.moment !== known.moment && known.lists.size > 0) {
      known = noLists(answer.moment)
      answer = await ask(session, asked, known)
    }
    const reading = toReading(answer, known.moment === answer.moment ? known : noLists(answer.moment))
    const isLarge = bytesOf(reading.lists) > mostBytes
    kept = isLarge ? noLists(reading.moment) : reading
    return reading
  }
}

/** Of a posting: where its chunk is, and two counts. */
const bytesEach = 6

const bytesOf = (lists: PostingLists['lists']): number =>
  [...lists.values()].reduce((sum, { positions }) => sum + positions.length * bytesEach, 0)

const noLists = (moment: string): PostingLists => ({
  moment,
  chunks: createChunkPositions(),
  lists: new Map(),
})

interface Answer {
  readonly moment: string
  /** Of the words that are not known, by name. */
  readonly lists: readonly (readonly [name: string, packed: Buffer])[]
  readonly selections: readonly Buffer[]
}

interface PackedRow {
  readonly part: 'moment' | 'list' | 'selection'
  readonly number: number
  readonly packed: Buffer | null
}

async function ask(session: Session, asked: AskedLists, known: PostingLists): Promise<Answer> {
  const { s, kind } = session
  const { bind, values } = createBinder()
  const missing = asked.words.filter((key) => !known.lists.has(listName(key)))
  const ofWords = `SELECT 'list', number::int - 1, (SELECT string_agg(${packedPosting}, ''::bytea)
      FROM ${s}.posting WHERE posting.word = listed.word AND ${isWordOf(kind, 'stem')})
    FROM unnest(${bind(keyArray(missing))}::bigint[]) WITH ORDINALITY AS listed (word, number)`
  const ofSelections = asked.selections.map(
    (select, number) =>
      `SELECT 'selection', ${number}, string_agg(int8send(chunk), ''::bytea) FROM (${select(bind)}) AS selected (chunk)
       WHERE ${isOfKind('chunk', kind)}`,
  )
  const { rows } = await session.query<PackedRow>(
    [momentSql(session), ofWords, ...ofSelections].join('\nUNION ALL '),
    values,
  )
  const parts = (part: PackedRow['part']) => rows.filter((row) => row.part === part)
  const bytes = ({ packed }: PackedRow) => packed ?? Buffer.alloc(0)
  const [moment] = parts('moment').map(bytes)
  return {
    moment: String(moment),
    lists: parts('list').map((row) => [listName(missing[row.number] ?? Buffer.alloc(0)), bytes(row)]),
    selections: parts('selection')
      .toSorted((a, b) => a.number - b.number)
      .map(bytes),
  }
}

/**
 * The number of writes, of a table and a server: a table that is made anew has another number, and a server that is started anew,
 * such as from a backup, another time.
 */
const momentSql = ({ s, kind }: Session): string => `
SELECT 'moment' AS part, 0 AS number,
  convert_to(concat(tableoid, ' ', pg_postmaster_start_time(), ' ', writes), 'UTF8') AS packed
FROM ${s}.total WHERE kind = '${kind}'`

const packedPosting = 'int8send(chunk) || int2send(in_text) || int2send(beside) || int2send(length)'
const postingBytes = 14

function toReading(
  { moment, lists: read, selections }: Answer,
  { chunks, lists }: PostingLists,
): IndexReading {
  const added = read.map(([name, packed]) => [name, toList(packed, chunks)] as const)
  return {
    moment,
    chunks,
    lists: new Map([...lists, ...added]),
    selections: selections.map((ids) => {
      const positions = new Int32Array(ids.length / 8)
      for (let at = 0; at < positions.length; at += 1) positions[at] = chunks.positionOf(idAt(ids, 8 * at))
      return positions
    }),
  }
}

function toList(packed: Buffer, chunks: ChunkPositions): Postings {
  const postings = new Float64Array(packed.length / postingBytes)
  for (let index = 0; index < postings.length; index += 1) {
    const at = postingBytes * index
    const position = chunks.positionOf(idAt(packed, at))
    chunks.setLength(position, packed.readUInt16BE(at + 12))
    postings[index] = packPosting(position, packed.readUInt16BE(at + 8), packed.readUInt16BE(at + 10))
  }
  const sorted = postings.toSorted()
  return {
    positions: Int32Array.from(sorted, (posting) => Math.floor(posting / 2 ** 16)),
    inText: Uint8Array.from(sorted, (posting) => (posting / 2 ** 8) & 0xff),
    beside: Uint8Array.from(sorted, (posting) => posting & 0xff),
  }
}

/** A posting as one number, by which postings are sorted: the chunk's position, and its two counts. */
const packPosting = (position: number, inText: number, beside: number): number =>
  position * 2 ** 16 + Math.min(inText, countless) * 2 ** 8 + Math.min(beside, countless)

const idAt = (packed: Buffer, at: number): number =>
  packed.readUInt32BE(at) * 0x1_0000_0000 + packed.readUInt32BE(at + 4)

/** Numbers chunks from 0 on in the order in which they are met. */
export type ChunkPositions = ReturnType<typeof createChunkPositions>

function createChunkPositions() {
  const positions = new Map<number, number>()
  const rows: number[] = []
  const lengths: number[] = []
  return {
    positionOf(row: number): number {
      const known = positions.get(row)
      if (known !== undefined) return known
      positions.set(row, rows.length)
      return rows.push(row) - 1
    },
    rowOf: (position: number): number => rows[position] ?? 0,
    count: (): number => rows.length,
    lengthOf: (position: number): number => lengths[position] ?? 0,
    setLength(position: number, length: number): void {
      lengths[position] = length
    },
  }
}
