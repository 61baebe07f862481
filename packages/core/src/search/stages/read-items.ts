import type { DamagedItem, Item, Store } from '@recallite/store'
import type { Chunking } from '../../indexer/fingerprint.js'
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
export interface ReadRanking {
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

/** A store whose damaged chunks are read from their files as far as that can be done, and the ids of those that were. */
export function withDamagedFromFiles(store: Store, chunking: Chunking) {
  const fromFiles = new Set<string>()
  const restoring: Store = {
    ...store,
    async readItems(ids) {
      const { items, damaged } = await store.readItems(ids)
      if (damaged.length === 0) return { items, damaged }
      // Hardly any search needs what reads and cuts files.
      const { readFromFiles } = await import('../damaged-from-files.js')
      const restored = await readFromFiles(damaged, { roots: await store.listRoots(), chunking })
      for (const id of restored.keys()) fromFiles.add(id)
      const found = new Map([...items.map((item) => [item.id, item] as const), ...restored])
      return {
        items: ids.flatMap((id) => found.get(id) ?? []),
        damaged: damaged.filter(({ id }) => !restored.has(id)),
      }
    },
  }
  return { store: restoring, fromFiles: fromFiles as ReadonlySet<string> }
}
