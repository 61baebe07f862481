import type { DocumentAddress, Item, Store } from '@recallite/store'
import { chunkIdsOf } from '../../get/chunk-ids.js'
import { isRevised } from '../stages/similar-texts.js'
import { copiedNames, type Copy } from './copy-names.js'

/** Finds the items in copies whose original is in the same folder, by id. */
export type CopyFinder = (items: readonly Item[]) => Promise<ReadonlyMap<string, Copy>>

/** More chunks of a document are not compared, since this is part of a search. */
const maxChunks = 200

/** A document is a copy if its name and, unless only synchronisation makes such names, its text are those of a copy. */
export function copyFinder(store: Pick<Store, 'findDocument' | 'findByWords' | 'readItems'>): CopyFinder {
  async function textOf(address: DocumentAddress): Promise<string> {
    const ids = await chunkIdsOf(store, address)
    return (await store.readItems(ids.slice(0, maxChunks))).items.map(({ text }) => text).join('\n')
  }

  async function copyAt({ root, path }: DocumentAddress): Promise<Copy | undefined> {
    for (const { path: copyOf, isConflict } of copiedNames(path)) {
      const original = await store.findDocument({ root, path: copyOf })
      if (!original) continue
      const isEqual = (await store.findDocument({ root, path }))?.contentHash === original.contentHash
      const isCopy = isEqual || isConflict || isRevised(await textOf({ root, path }), await textOf(original))
      if (isCopy) return { copyOf, isEqual }
    }
    return undefined
  }

  return async (items) => {
    const documents = Map.groupBy(items, ({ locator: { root, path } }) => `${root}:${path}`)
    const found = Array.from(documents.values(), async (chunks) => {
      const copy = chunks[0] && (await copyAt(chunks[0].locator))
      return copy ? chunks.map(({ id }) => [id, copy] as const) : []
    })
    return new Map((await Promise.all(found)).flat())
  }
}
