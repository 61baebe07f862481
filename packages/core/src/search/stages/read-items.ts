import type { Item, Store } from '@recallite/store'
import type { ResultKind } from '../searched-kind.js'
import type { RankedItem } from './fuse.js'

/** Reads the items of a kind. */
export type ItemReader = Pick<Store, 'readItems'>

/** The readers of all kinds of a ranking. */
export type ItemReaders = ReadonlyMap<ResultKind, ItemReader>

/** An item of a ranking with its text. */
export interface ReadItem extends RankedItem {
  readonly item: Item
}

/** A part of a ranking that was read, in its order. */
interface ReadRanking<Ranked> {
  /** Without items that are damaged or gone: another process may have removed one. */
  readonly found: readonly (Ranked & ReadItem)[]
  readonly damaged: readonly Ranked[]
}

/** Reads the items of a ranking that no earlier stage has read. */
export async function readItems<Ranked extends RankedItem>(
  readers: ItemReaders,
  ranking: readonly Ranked[],
): Promise<ReadRanking<Ranked>> {
  const unread = Map.groupBy(
    ranking.filter(({ item }) => item === undefined),
    ({ kind }) => kind,
  )
  const read = await Promise.all(
    Array.from(unread, ([kind, ofKind]) => readers.get(kind)?.readItems(ofKind.map(({ id }) => id))),
  )
  const byId = new Map(read.flatMap((part) => part?.items.map((item) => [item.id, item]) ?? []))
  const found = ranking.flatMap((ranked) => {
    const item = ranked.item ?? byId.get(ranked.id)
    return item ? [{ ...ranked, item }] : []
  })
  const damagedIds = new Set(read.flatMap((part) => part?.damaged.map(({ id }) => id) ?? []))
  return { found, damaged: ranking.filter(({ id }) => damagedIds.has(id)) }
}
