import type { Item, Store } from '@recallite/store'
import type { RankedItem } from './fuse.js'

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
  store: Pick<Store, 'readItems'>,
  ranking: readonly Ranked[],
): Promise<ReadRanking<Ranked>> {
  const unread = ranking.filter((ranked) => ranked.item === undefined).map(({ id }) => id)
  const { items, damaged } = unread.length > 0 ? await store.readItems(unread) : { items: [], damaged: [] }
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = ranking.flatMap((ranked) => {
    const item = ranked.item ?? byId.get(ranked.id)
    return item ? [{ ...ranked, item }] : []
  })
  const damagedIds = new Set(damaged.map(({ id }) => id))
  return { found, damaged: ranking.filter(({ id }) => damagedIds.has(id)) }
}
