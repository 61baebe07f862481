import type { Item } from '@recallite/store'
import type { ResultKind } from '../answer.js'
import type { CopyFinder } from '../precedence/find-copies.js'
import { isNamed, type NoteStatus, readStatus } from '../precedence/note-status.js'
import type { SearchSettings } from '../search-options.js'
import { readItems, type ItemReaders, type Ranking, type ReadItem } from './ranked-items.js'
import { isWeak } from './threshold.js'

/** How copies and notes that are not in force are placed. */
export interface Precedence {
  readonly kind: ResultKind
  readonly settings: Pick<SearchSettings, 'limit' | 'status' | 'threshold'>
  /** As `2026-02-11`; ages are counted to this day. */
  readonly today: string
  /** Whether the query is about what is in force now, so that items move twice as far. */
  readonly isAboutNow: boolean
  readonly findCopies: CopyFinder
}

interface StatedItem extends ReadItem {
  readonly stated: NoteStatus
}

/** The number of positions that a note loses. */
const loss = 3

/** The number of positions that the original of a copy, or the note that supersedes another one, may rise. */
const reach = 10

/**
 * Marks copies and notes that are not in force among the first items of files. Notes that are not in force lose up to three positions,
 * but likely ones not to weak items. The note that supersedes one, or the original of a copy, moves directly before it. Otherwise the
 * order does not change.
 */
export async function precede(ranking: Ranking, how: Precedence, readers: ItemReaders): Promise<Ranking> {
  if (how.kind !== 'file') return ranking
  const { found } = await readItems(readers, ranking.slice(0, how.settings.limit + reach))
  const copies = await how.findCopies(found.map(({ item }) => item))
  const stated = found.map((ranked) => {
    const status = readStatus(ranked.item.attributes.metadata, how.today)
    return { ...ranked, ...copies.get(ranked.id), stated: status }
  })
  const namesNotes = stated.some(
    ({ stated: { supersedes: older, supersededBy: newer } }) => older.length + newer.length > 0,
  )
  const notes = stated.map((note) => {
    const isSuperseded = namesNotes && stated.some((other) => supersedes(other, note))
    return { ...note, status: note.stated.status ?? (isSuperseded ? 'superseded' : undefined) }
  })
  const byId = new Map(notes.map((note) => [note.id, note]))
  const marked = ranking.map((ranked) => byId.get(ranked.id) ?? ranked)
  return notes.some(({ status, copyOf }) => status ?? copyOf) ? place(marked, notes, how) : marked
}

function place(marked: Ranking, notes: readonly StatedItem[], how: Precedence): Ranking {
  const strength = how.isAboutNow ? 2 : 1
  const keys = new Map(marked.map(({ id }, index) => [id, index]))
  const keyOf = ({ id }: { readonly id: string }) => keys.get(id) ?? 0
  for (const [index, low] of notes.entries()) {
    const next = notes.slice(index + 1, index + 1 + reach * strength)
    for (const high of next.filter((each) => precedes(each, low, { notes, ...how })))
      keys.set(high.id, Math.min(keyOf(high), keyOf(low) - 0.5))
  }
  const isLikely = ({ confidence }: Ranking[number]) => !isWeak(confidence, how.settings)
  for (const [index, ranked] of marked.entries()) {
    if (!ranked.status || !how.settings.status) continue
    const next = marked.slice(index + 1, index + 1 + loss * strength)
    const last = isLikely(ranked) ? next.findLastIndex(isLikely) : next.length - 1
    keys.set(ranked.id, keyOf(ranked) + last + 1.5)
  }
  const ordered = marked.toSorted((a, b) => keyOf(a) - keyOf(b))
  return ordered.map((ranked, index) => {
    const from = ranked.adjustment?.from ?? marked.indexOf(ranked) + 1
    const adjustment = { ageDays: null, ...ranked.adjustment, from, to: index + 1 }
    return ranked.adjustment || from !== index + 1 ? { ...ranked, adjustment } : ranked
  })
}

type Placing = Pick<Precedence, 'settings'> & { readonly notes: readonly StatedItem[] }

/** Only the best item of a document moves, or the one with the same text. */
function precedes(high: StatedItem, low: StatedItem, { notes, settings }: Placing) {
  const isBest = notes.find(({ item }) => isSameDocument(item, high.item)) === high
  const isOriginal = low.copyOf !== undefined && isSameDocument(high.item, low.item, low.copyOf)
  if (isOriginal) return isBest || high.item.text === low.item.text
  return isBest && settings.status && supersedes(high, low)
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
