import type { Space, Store } from '@recallite/store'
import type { EmbeddingChain, HeldLink } from '../embedding/chain.js'
import { isSpaceOf } from '../embedding/is-space-of.js'
import { measurePending, type Pending } from '../embedding/fill/measure-pending.js'
import { assertRoots } from './assert-roots.js'
import { syncRoots, type TextReport } from './index-roots.js'
import type { SyncOptions } from './sync-root.js'
import type { TextSync } from '../upkeep/text-sync.js'

/** What an index run would do. */
export interface IndexPlan extends TextReport {
  /** What would be embedded, and where; null where nothing would. */
  readonly embedding: (Pending & PlannedLink) | null
}

/** Where texts would be embedded. */
export interface PlannedLink {
  readonly provider: string
  readonly model: string
  /** Null where they would stay on this machine. */
  readonly host: string | null
}

const unopened = { dimensions: 1, promptStyle: 'unopened' }

/** The link's space, or an empty one in its place: what it will be called is known once its model is opened. */
async function spaceOf(store: Store, link: HeldLink): Promise<Space> {
  const spaces = await store.listSpaces()
  const known = spaces.findLast((space) => isSpaceOf(space, link))
  if (known) return known
  const { provider, model } = link
  const space = { provider, model, ...unopened }
  await store.addSpace(space)
  return space
}

/**
 * Says what an index run would do, without a model and without a network. It writes into the store, so hand over a
 * scratch copy.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`, `NO_ROOTS`; StoreError
 */
export async function planIndex(
  store: Store,
  sync: TextSync,
  options: Pick<SyncOptions, 'now' | 'onProgress' | 'signal'> & {
    readonly chain: Pick<EmbeddingChain, 'links'>
  },
): Promise<IndexPlan> {
  const texts = await syncRoots(store, sync.folders, { ...sync, ...options })
  await assertRoots(store)
  const [link] = options.chain.links
  if (!link) return { ...texts, embedding: null }
  const { provider, model, host } = link
  const pending = await measurePending(store, await spaceOf(store, link), { isRemote: host !== null })
  return { ...texts, embedding: { provider, model, host, ...pending } }
}
