import type { DamagedItem, Item, Store, Root } from '@recallite/store'
import { type Chunking, modifiedAt } from '../../indexer/fingerprint.js'
import type { RankedItem, Ranking } from './fuse.js'
import { rootTrouble } from '../../system-paths.js'

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

/** A store whose damaged chunks are read from their files as far as that can be done, and the ids of those that were. */
export function withDamagedFromFiles(store: Store, chunking: Chunking) {
  const fromFiles = new Set<string>()
  const restoring: Store = {
    ...store,
    async readItems(ids) {
      const { items, damaged } = await store.readItems(ids)
      if (damaged.length === 0) return { items, damaged }
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

/**
 * Reads damaged chunks from their files: by their ids those that were found there. A file is cut again, and a chunk of it is taken if it
 * has the damaged one's id, which is a hash of its document and its text. A chunk whose file has changed is not found.
 */
export async function readFromFiles(
  damaged: readonly DamagedItem[],
  { roots, chunking }: { readonly roots: readonly Root[]; readonly chunking: Chunking },
): Promise<ReadonlyMap<string, Item>> {
  const wanted = new Set(damaged.map(({ id }) => id))
  const restored = new Map<string, Item>()
  const read = new Set<string>()
  for (const { document } of damaged) {
    const root = roots.find(({ name }) => name === document?.root)
    const name = `${document?.root}\0${document?.path}`
    if (!document || !root || read.has(name) || rootTrouble(root) !== undefined) continue
    read.add(name)
    for (const item of await cutFile(root, document.path, chunking)) {
      if (wanted.has(item.id)) restored.set(item.id, item)
    }
  }
  return restored
}

async function cutFile(root: Root, path: string, chunking: Chunking): Promise<Item[]> {
  // Hardly any search needs what reads and cuts files.
  const { readDocument } = await import('../../readers/read-document.js')
  const { cutDocument, documentDate } = await import('../../indexer/cut-document.js')
  const source = await readDocument(root, path)
  if (!('text' in source)) return []
  const { title, metadata, isSecret, chunks } = await cutDocument(
    { root: root.name, path, ...source },
    chunking,
  )
  const time = source.facts?.date ?? documentDate({ path, metadata, modifiedAt: modifiedAt(source.stamp) })
  return chunks.map(({ id, text, heading, startLine, endLine, startColumn, endColumn }): Item => {
    const locator = { root: root.name, path, startLine, endLine, startColumn, endColumn }
    return { id, kind: 'chunk', text, locator, attributes: { title, heading, isSecret }, time }
  })
}
