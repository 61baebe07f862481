import { anyPosition, countless, type Postings } from '@recallite/keyword/ranking'
import type { Session } from '../connection/connections.js'
import { isOfKind } from '../connection/schema.js'
import { createBinder, keyList, type Bind } from '../connection/values.js'
import { momentSql } from '../documents/totals.js'
import { isWordOf } from './match-sql.js'

/** The parts of the index that a search reads. */
export interface ListRequest {
  /** The keys of words. */
  readonly words: readonly Buffer[]
  /** Each selects ids of chunks of either kind. */
  readonly selections: readonly ((bind: Bind) => string)[]
}

/** The posting lists of words, all read in one state of a store. */
export interface PostingLists {
  /** Identifies the state: the lists of a store change only with it. */
  readonly moment: string
  readonly chunks: ChunkNumbers
  /** By `listName`. */
  readonly lists: ReadonlyMap<string, Postings>
}

/** The requested parts of the index. */
export interface IndexReading extends PostingLists {
  /** The chunks of each selection, possibly with duplicates. */
  readonly selections: readonly Int32Array[]
}

/** The key of a word in a map of lists. */
export const listName = (key: Buffer): string => key.toString('latin1')

/** The maximum number of cached postings, of 13 bytes each. */
const maxPostings = 5_000_000

/** Reads posting lists, which are cached until the next write, and selections of chunks, all in one state of the store. */
export function createListReader() {
  let cached = noLists('')
  return async (session: Session, request: ListRequest): Promise<IndexReading> => {
    let current = cached
    let answer = await ask(session, request, current)
    if (answer.moment !== current.moment && current.lists.size > 0) {
      current = noLists(answer.moment)
      answer = await ask(session, request, current)
    }
    const { moment, lists: read, selections } = answer
    const { chunks, lists } = current.moment === answer.moment ? current : noLists(answer.moment)
    const added = read.map(([name, packed]) => [name, toList(packed, chunks)] as const)
    const reading = {
      moment,
      chunks,
      lists: new Map([...lists, ...added]),
      selections: selections.map((ids) => {
        const selected = new Int32Array(ids.length / 8)
        for (let at = 0; at < selected.length; at += 1) selected[at] = chunks.numberOf(idAt(ids, 8 * at))
        return selected
      }),
    }
    const postings = [...reading.lists.values()].reduce((sum, list) => sum + list.chunks.length, 0)
    cached = postings > maxPostings ? noLists('') : reading
    return reading
  }
}

const noLists = (moment: string): PostingLists => ({
  moment,
  chunks: createChunkNumbers(),
  lists: new Map(),
})

interface Answer {
  readonly moment: string
  /** The lists of the words that were not cached, by name. */
  readonly lists: readonly (readonly [name: string, packed: Buffer])[]
  readonly selections: readonly Buffer[]
}

interface PackedRow {
  readonly part: 'moment' | 'list' | 'selection'
  readonly number: number
  readonly packed: Buffer | null
}

async function ask(session: Session, request: ListRequest, cached: PostingLists): Promise<Answer> {
  const { s, kind } = session
  const { bind, values } = createBinder()
  const missing = request.words.filter((key) => !cached.lists.has(listName(key)))
  const ofWords = `SELECT 'list', number::int - 1, (SELECT string_agg(${packedPosting}, ''::bytea)
      FROM ${s}.posting WHERE posting.word = listed.word AND ${isWordOf(kind, 'stem')})
    FROM unnest(${bind(keyList(missing))}::bigint[]) WITH ORDINALITY AS listed (word, number)`
  const ofSelections = request.selections.map(
    (select, number) =>
      `SELECT 'selection', ${number}, string_agg(int8send(chunk), ''::bytea) FROM (${select(bind)}) AS selected (chunk)
       WHERE ${isOfKind('chunk', kind)}`,
  )
  const { rows } = await session.query<PackedRow>(
    [selectMoment(session), ofWords, ...ofSelections].join('\nUNION ALL '),
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

const selectMoment = ({ s, kind }: Session): string => `
SELECT 'moment' AS part, 0 AS number, convert_to(${momentSql}, 'UTF8') AS packed
FROM ${s}.total WHERE kind = '${kind}'`

const packedPosting = 'int8send(chunk) || int2send(in_text) || int2send(beside) || int2send(length)'
const postingBytes = 14

function toList(packed: Buffer, chunks: ChunkNumbers): Postings {
  const length = packed.length / postingBytes
  const list = {
    chunks: new Int32Array(length),
    counts: new Uint8Array(length),
    positions: new Int32Array(length),
  }
  for (let index = 0; index < length; index += 1) {
    const at = postingBytes * index
    const chunk = chunks.numberOf(idAt(packed, at))
    const [inText, beside] = [packed.readUInt16BE(at + 8), packed.readUInt16BE(at + 10)]
    chunks.setLength(chunk, packed.readUInt16BE(at + 12))
    list.chunks[index] = chunk
    list.counts[index] = Math.min(2 * inText + beside, countless)
    list.positions[index] = inText > 0 ? anyPosition : 0
  }
  return list
}

const idAt = (packed: Buffer, at: number): number =>
  packed.readUInt32BE(at) * 0x1_0000_0000 + packed.readUInt32BE(at + 4)

/** Numbers chunks from 0 in the order of their first use. */
export type ChunkNumbers = ReturnType<typeof createChunkNumbers>

function createChunkNumbers() {
  const numbers = new Map<number, number>()
  const rows: number[] = []
  const lengths: number[] = []
  return {
    numberOf(row: number): number {
      const number = numbers.get(row) ?? rows.push(row) - 1
      numbers.set(row, number)
      return number
    },
    rowOf: (chunk: number): number => rows[chunk] ?? 0,
    count: (): number => rows.length,
    lengthOf: (chunk: number): number => lengths[chunk] ?? 0,
    setLength(chunk: number, length: number): void {
      lengths[chunk] = length
    },
  }
}
