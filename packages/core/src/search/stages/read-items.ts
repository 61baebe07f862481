import type { DamagedItem, Item, Store } from '@recallite/store'
import type { RankedItem, Ranking } from './fuse.js'

/** An item of a ranking with its text. */
export interface ReadItem extends RankedItem {
  readonly item: Item
}

/** An item with its position in the ranking that was read, from 0. */
export interface PositionedItem extends ReadItem {
  readonly position: number
}

/** A part of a ranking that was read. */
interface ReadRanking {
  /** In the order of the ranking, without items that are damaged or gone: another process may have removed one. */
  readonly found: readonly ReadItem[]
  readonly damaged: readonly DamagedItem[]
}

/** Reads the items of a ranking that no earlier stage has read. */
export async function readItems(store: Pick<Store, 'readItems'>, ranking: Ranking): Promise<ReadRanking> {
  const unread = ranking.filter((ranked) => ranked.item === undefined).map(({ id }) => id)
  const { items, damaged } = unread.length > 0 ? await store.readItems(unread) : { items: [], damaged: [] }
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = ranking.flatMap((ranked) => {
    const item = ranked.item ?? byId.get(ranked.id)
    return item ? [{ ...ranked, item }] : []
  })
  return { found, damaged }
}
