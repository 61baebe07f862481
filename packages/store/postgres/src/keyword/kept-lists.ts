import { countless, type Postings } from '@recallite/keyword-ranking'

/** The lists of words of one moment of a store. Only `lists` are dropped to save memory. */
export interface KeptLists {
  /** Tells servers and tables apart; lists of another origin say nothing of this one. */
  readonly origin: string
  /** How many writes of each shard are in the lists. */
  readonly clock: readonly number[]
  readonly chunks: ChunkPositions
  /** Chunks that the lists have though they were deleted. */
  readonly gone: ReadonlySet<number>
  readonly lists: ReadonlyMap<string, Postings>
}

/** Numbers chunks from 0 on in the order in which they are met. */
export type ChunkPositions = ReturnType<typeof createChunkPositions>

/** What came and went since the moment of kept lists. */
export interface Delta {
  readonly added: ReadonlyMap<string, Postings>
  readonly gone: readonly number[]
}

/** Keeps the lists of the latest moment that was read, the last used of them up to so many bytes. */
export function createListKeeper(mostBytes = 64_000_000) {
  let kept = noLists('', [])
  let size = 0

  function take(lists: ReadonlyMap<string, Postings>): Map<string, Postings> {
    const taken = new Map(lists)
    size = [...taken.values()].reduce((sum, { positions }) => sum + positions.length * bytesEach, 0)
    for (const [oldest, { positions }] of taken) {
      if (size <= mostBytes) break
      taken.delete(oldest)
      size -= positions.length * bytesEach
    }
    return taken
  }

  return {
    now: (): KeptLists => kept,
    /** Keeps what a search read, with the words it used, unless something newer was kept meanwhile. */
    keep(read: KeptLists, used: readonly string[]): void {
      const isSame = read.origin === kept.origin && read.chunks === kept.chunks
      const order = isSame ? sum(read.clock) - sum(kept.clock) : 1
      if (order < 0) return
      const lists = new Map(order === 0 ? [...kept.lists, ...read.lists] : read.lists)
      // A map keeps the order in which keys came: the last used one comes last.
      for (const word of used) {
        const list = lists.get(word)
        if (!list) continue
        lists.delete(word)
        lists.set(word, list)
      }
      kept = { ...read, lists: take(lists) }
    },
    /** How many bytes the lists take. */
    bytes: (): number => size,
  }
}

/** Of a posting: where its chunk is, and two counts. */
const bytesEach = 6

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Nothing is known of the store at this moment but what time it is. */
export function noLists(origin: string, clock: readonly number[]): KeptLists {
  return { origin, clock, chunks: createChunkPositions(), gone: new Set(), lists: new Map() }
}

/** Brings lists to a later moment. */
export function moveTo(clock: readonly number[], kept: KeptLists, { added, gone }: Delta): KeptLists {
  const lists = new Map(kept.lists)
  for (const [word, list] of added) {
    const known = lists.get(word)
    if (known) lists.set(word, unpackPostings(Float64Array.from([...packedOf(known), ...packedOf(list)])))
  }
  return { ...kept, clock, gone: new Set([...kept.gone, ...gone]), lists }
}

function* packedOf({ positions, inText, beside }: Postings): Generator<number> {
  for (const [at, position] of positions.entries())
    yield packPosting(position, inText[at] ?? 0, beside[at] ?? 0)
}

/** A posting as one number, by which postings are sorted: the chunk's position, and its two counts. */
export const packPosting = (position: number, inText: number, beside: number): number =>
  position * 2 ** 16 + Math.min(inText, countless) * 2 ** 8 + Math.min(beside, countless)

/** Postings in the order of their positions. */
export function unpackPostings(packed: Float64Array): Postings {
  const sorted = packed.toSorted()
  return {
    positions: Int32Array.from(sorted, (posting) => Math.floor(posting / 2 ** 16)),
    inText: Uint8Array.from(sorted, (posting) => (posting / 2 ** 8) & 0xff),
    beside: Uint8Array.from(sorted, (posting) => posting & 0xff),
  }
}

function createChunkPositions() {
  const positions = new Map<number, number>()
  let rows = new Float64Array(1024)
  let lengths = new Uint16Array(1024)

  function add(row: number): number {
    const position = positions.size
    if (position === rows.length) {
      rows = joinedWithRoom(rows, new Float64Array(2 * position))
      lengths = joinedWithRoom(lengths, new Uint16Array(2 * position))
    }
    rows[position] = row
    positions.set(row, position)
    return position
  }

  return {
    count: (): number => positions.size,
    positionOf: (row: number): number => positions.get(row) ?? add(row),
    rowOf: (position: number): number => rows[position] ?? 0,
    /** How many words the text of each chunk has, by position; holds until the next position is given. */
    lengths: (): Uint16Array => lengths,
    setLength(position: number, length: number): void {
      lengths[position] = length
    },
  }
}

function joinedWithRoom<Numbers extends Float64Array | Uint16Array>(full: Numbers, room: Numbers): Numbers {
  room.set(full)
  return room
}
