import type { Item } from '@recallite/store'
import type { Original } from '../precedence/copy-names.js'
import { isNamed, type NoteStatus, readStatus } from '../precedence/note-status.js'
import { readItems, type ItemReaders, type Ranking, type ReadItem } from './ranked-items.js'

/** How copies and notes that are not in force are placed. */
export interface Precedence {
  readonly readers: ItemReaders
  /** As `2026-02-11`. */
  readonly today: string
  readonly limit: number
  /** Whether notes that are not in force lose positions. */
  readonly status: boolean
  /** Whether the query is about what is in force now, so that all distances are doubled. */
  readonly isAboutNow: boolean
  readonly findCopies?: FindCopies | undefined
}

/** The originals of those items that are copies, by id. */
export type FindCopies = (items: readonly Item[]) => Promise<ReadonlyMap<string, Original>>

/** In positions. */
const loss = 3

/** In positions: how far the original of a copy, and the note that supersedes another one, may rise. */
const reach = 10

/**
 * Marks copies and notes that are not in force among the first items. Notes that are not in force lose up to three positions. The note
 * that supersedes one, or the original of a copy, moves directly before it. Without such notes the order does not change.
 */
export async function precede(ranking: Ranking, how: Precedence): Promise<Ranking> {
  const { found } = await readItems(how.readers, ranking.slice(0, how.limit + reach))
  const originals = await how.findCopies?.(found.map(({ item }) => item))
  const stated = found.map((ranked): StatedItem => {
    const status = readStatus(ranked.item.attributes.metadata ?? {}, how.today)
    return { ...ranked, stated: status, status: status.status, original: originals?.get(ranked.id) }
  })
  const notes = stated.map(({ status, ...note }) => {
    const isSuperseded = stated.some((other) => supersedes(other, note))
    return { ...note, status: status ?? (isSuperseded ? 'superseded' : undefined) }
  })
  const byId = new Map(notes.map(({ stated: _, ...note }) => [note.id, note]))
  const marked = ranking.map((ranked) => byId.get(ranked.id) ?? ranked)
  return notes.some(({ status, original }) => status ?? original) ? place(marked, notes, how) : marked
}

interface StatedItem extends ReadItem {
  readonly stated: NoteStatus
}

function place(marked: Ranking, notes: readonly StatedItem[], how: Precedence): Ranking {
  const strength = how.isAboutNow ? 2 : 1
  const keys = new Map(marked.map(({ id }, index) => [id, index]))
  const keyOf = ({ id }: { readonly id: string }) => keys.get(id) ?? 0
  for (const [index, low] of notes.entries()) {
    const below = notes.slice(index + 1, index + 1 + reach * strength)
    for (const high of below.filter((each) => precedes(each, low, { notes, ...how })))
      keys.set(high.id, Math.min(keyOf(high), keyOf(low) - 0.5))
  }
  const lossOf = ({ status }: Ranking[number]) => (status && how.status ? loss * strength + 0.5 : 0)
  const ordered = marked.toSorted((a, b) => keyOf(a) + lossOf(a) - keyOf(b) - lossOf(b))
  const before = new Map(marked.map(({ id }, index) => [id, index + 1]))
  return ordered.map((ranked, index) => {
    const from = ranked.adjustment?.from ?? before.get(ranked.id) ?? 0
    const isMoved = ranked.adjustment !== undefined || from !== index + 1
    const adjustment = { ageDays: null, ...ranked.adjustment, from, to: index + 1 }
    return isMoved ? { ...ranked, adjustment } : ranked
  })
}

/** Only the best item of a document moves, or the one with the same text. */
function precedes(
  high: StatedItem,
  low: StatedItem,
  { notes, status }: Pick<Precedence, 'status'> & { readonly notes: readonly StatedItem[] },
): boolean {
  const isBest = notes.find(({ item }) => isSameDocument(item, high.item)) === high
  const isOriginal = low.original !== undefined && isSameDocument(high.item, low.item, low.original.path)
  if (isOriginal) return isBest || high.item.text === low.item.text
  return isBest && status && supersedes(high, low)
}

function supersedes(newer: StatedItem, older: StatedItem): boolean {
  const isStated =
    newer.stated.supersedes.some((name) => isNamed(name, older.item)) ||
    older.stated.supersededBy.some((name) => isNamed(name, newer.item))
  return isStated && !isSameDocument(newer.item, older.item)
}

function isSameDocument({ locator: a }: Item, { locator: b }: Item, path = b.path): boolean {
  return a.root === b.root && a.path === path
}
