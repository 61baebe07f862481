/** The chunks that have a word, in no order, and how often each has it in its text and beside it. */
export interface WordList {
  readonly slots: Int32Array
  readonly inText: Uint16Array
  readonly beside: Uint16Array
}

/** The lists of words of one moment of a store. Only `lists` are dropped to save memory. */
export interface KeptLists {
  /** Tells servers and tables apart; lists of another origin say nothing of this one. */
  readonly origin: string
  /** How many writes of each shard are in the lists. */
  readonly clock: readonly number[]
  readonly chunks: ChunkSlots
  /** Chunks that the lists have though they were deleted. */
  readonly gone: ReadonlySet<number>
  readonly lists: ReadonlyMap<string, WordList>
}

/** Numbers chunks from 0 on in the order in which they are met. */
export type ChunkSlots = ReturnType<typeof createChunkSlots>

/** What came and went since the moment of kept lists. */
export interface Delta {
  readonly added: ReadonlyMap<string, WordList>
  readonly gone: readonly number[]
}

/** Keeps the lists of the latest moment that was read, the last used of them up to so many bytes. */
export function createListKeeper(mostBytes = 64_000_000) {
  let kept = noLists('', [])
  let size = 0

  function take(lists: ReadonlyMap<string, WordList>): Map<string, WordList> {
    const taken = new Map(lists)
    size = [...taken.values()].reduce((sum, { slots }) => sum + slots.length * bytesEach, 0)
    for (const [oldest, { slots }] of taken) {
      if (size <= mostBytes) break
      taken.delete(oldest)
      size -= slots.length * bytesEach
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
const bytesEach = 8

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Nothing is known of the store at this moment but what time it is. */
export function noLists(origin: string, clock: readonly number[]): KeptLists {
  return { origin, clock, chunks: createChunkSlots(), gone: new Set(), lists: new Map() }
}

/** Brings lists to a later moment. */
export function moveTo(clock: readonly number[], kept: KeptLists, { added, gone }: Delta): KeptLists {
  const lists = new Map(kept.lists)
  for (const [word, { slots, inText, beside }] of added) {
    const known = lists.get(word)
    if (!known) continue
    lists.set(word, {
      slots: joined(Int32Array, known.slots, slots),
      inText: joined(Uint16Array, known.inText, inText),
      beside: joined(Uint16Array, known.beside, beside),
    })
  }
  return { ...kept, clock, gone: new Set([...kept.gone, ...gone]), lists }
}

function joined<Numbers extends Int32Array | Uint16Array>(
  Kind: new (length: number) => Numbers,
  first: Numbers,
  then: Numbers,
): Numbers {
  const both = new Kind(first.length + then.length)
  both.set(first)
  both.set(then, first.length)
  return both
}

function createChunkSlots() {
  const slots = new Map<number, number>()
  let rows = new Float64Array(1024)
  let lengths = new Uint16Array(1024)

  function add(row: number): number {
    const slot = slots.size
    if (slot === rows.length) {
      rows = joinedWithRoom(rows, new Float64Array(2 * slot))
      lengths = joinedWithRoom(lengths, new Uint16Array(2 * slot))
    }
    rows[slot] = row
    slots.set(row, slot)
    return slot
  }

  return {
    count: (): number => slots.size,
    slotOf: (row: number): number => slots.get(row) ?? add(row),
    rowOf: (slot: number): number => rows[slot] ?? 0,
    /** How many words the text of each chunk has, by slot; holds until the next slot is given. */
    lengths: (): Uint16Array => lengths,
    setLength(slot: number, length: number): void {
      lengths[slot] = length
    },
  }
}

function joinedWithRoom<Numbers extends Float64Array | Uint16Array>(full: Numbers, room: Numbers): Numbers {
  room.set(full)
  return room
}
