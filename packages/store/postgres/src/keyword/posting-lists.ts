import { anyPosition, countless, type Postings } from '@recallite/keyword/ranking'
import type { Session } from '../connection/connections.js'
import { isOfKind } from '../connection/schema.js'
import { createBinder, keyList, type Bind } from '../connection/values.js'
import { momentSql } from '../documents/totals.js'
import { isWordOf } from './match-sql.js'

/** What a search has to know of the index. */
export interface ListRequest {
  /** The keys of words. */
  readonly words: readonly Buffer[]
  /** Each selects ids of chunks, of either kind. */
  readonly selections: readonly ((bind: Bind) => string)[]
}

/** Lists of words of one moment of a store. */
export interface PostingLists {
  /** Names the moment: a store has other lists only at another one. */
  readonly moment: string
  readonly chunks: ChunkNumbers
  /** By `listName`. */
  readonly lists: ReadonlyMap<string, Postings>
}

/** What the index says at one moment. */
export interface IndexReading extends PostingLists {
  /** The chunks of each selection, some perhaps twice. */
  readonly selections: readonly Int32Array[]
}

/** The name of a word among lists. */
export const listName = (key: Buffer): string => key.toString('latin1')

/** Up to how many bytes of lists are kept between searches. */
const maxBytes = 64_000_000

/** Reads lists of words, which are kept until anything is written, and selections of chunks, all of one moment. */
export function createListReader() {
  let kept = noLists('')
  return async (session: Session, wanted: ListRequest): Promise<IndexReading> => {
    let known = kept
    let answer = await ask(session, wanted, known)
    if (answer.moment !== known.moment && known.lists.size > 0) {
      known = noLists(answer.moment)
      answer = await ask(session, wanted, known)
    }
    const { moment, lists: read, selections } = answer
    const { chunks, lists } = known.moment === answer.moment ? known : noLists(answer.moment)
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
    kept = { ...reading, lists: lastUsed(reading.lists, wanted.words.map(listName)) }
    return reading
  }
}

/** Of a posting: its chunk, count and positions, and the impact that a search makes of them. */
const bytesEach = 13

/** Those of the lists that were used last. `used`: the names of those of the last search. */
function lastUsed(lists: PostingLists['lists'], used: readonly string[]): PostingLists['lists'] {
  const byUse = new Map(lists)
  for (const name of used) {
    const list = byUse.get(name)
    if (list && byUse.delete(name)) byUse.set(name, list)
  }
  let bytes = [...byUse.values()].reduce((sum, { chunks }) => sum + chunks.length * bytesEach, 0)
  for (const [name, { chunks }] of byUse) {
    if (bytes <= maxBytes) break
    byUse.delete(name)
    bytes -= chunks.length * bytesEach
  }
  return byUse
}

const noLists = (moment: string): PostingLists => ({
  moment,
  chunks: createChunkNumbers(),
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

async function ask(session: Session, wanted: ListRequest, known: PostingLists): Promise<Answer> {
  const { s, kind } = session
  const { bind, values } = createBinder()
  const missing = wanted.words.filter((key) => !known.lists.has(listName(key)))
  const ofWords = `SELECT 'list', number::int - 1, (SELECT string_agg(${packedPosting}, ''::bytea)
      FROM ${s}.posting WHERE posting.word = listed.word AND ${isWordOf(kind, 'stem')})
    FROM unnest(${bind(keyList(missing))}::bigint[]) WITH ORDINALITY AS listed (word, number)`
  const ofSelections = wanted.selections.map(
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

/** Numbers chunks from 0 on in the order in which they are met. */
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
