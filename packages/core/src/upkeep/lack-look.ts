import type { Store } from '@recallite/store'
import type { EmbeddingChain } from '../embedding/chain.js'
import { isSpaceOf } from '../embedding/is-space-of.js'

async function isSpaceFull(store: Store, { links: [link] }: Pick<EmbeddingChain, 'links'>): Promise<boolean> {
  if (!link) return true
  const space = (await store.listSpaces()).findLast((kept) => isSpaceOf(kept, link))
  if (!space?.isFilled) return false
  return (await store.pendingTexts(space, { limit: 1 })).length === 0
}

/**
 * Looks whether the space of the first link lacks vectors, without opening its model: one that was let go of as nobody
 * uses it would be loaded again for nothing. Nothing is asked twice of a store in which nothing was written meanwhile.
 */
export function createLackLook(store: Store, chain: Pick<EmbeddingChain, 'links'>): () => Promise<boolean> {
  let fullAt: string | undefined
  return async () => {
    const generation = await store.generation()
    if (generation === fullAt) return false
    const isFull = await isSpaceFull(store, chain)
    if (isFull) fullAt = generation
    return !isFull
  }
}
