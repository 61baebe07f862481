import type { Space, Store } from '@recallite/store'
import type { HeldBackend } from '../embedding/chain.js'
import { measurePending, type Pending } from '../embedding/fill/pending-texts.js'
import { type EmbeddingBackend, isSpaceOf } from '../embedding/backend.js'
import {
  type IndexerOptions,
  updateDocuments,
  type TextReport,
  type UpdateListener,
  type UpdateRequest,
} from './indexer.js'
import { assertRoots } from './memory-indexer.js'

/** What an index run would do. */
export interface IndexPlan extends TextReport {
  /** What would be embedded, and where; null where nothing would. */
  readonly embedding: (Pending & Pick<EmbeddingBackend, 'provider' | 'model' | 'host'>) | null
}

/**
 * Says what an index run would do, without a model and without a network: runs the stages before embedding on a scratch copy
 * of the store, as only documents that were cut show what is pending.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`, `NO_ROOTS`; StoreError
 */
export async function planIndex(
  store: Store,
  request: UpdateRequest,
  { chain, ...listener }: UpdateListener & Pick<IndexerOptions, 'chain'>,
): Promise<IndexPlan> {
  const texts = await updateDocuments(store, request, listener)
  await assertRoots(store)
  const [backend] = chain.backends
  if (!backend) return { ...texts, embedding: null }
  const { provider, model, host } = backend
  const pending = await measurePending(store, await findOrAddSpace(store, backend), host)
  return { ...texts, embedding: { provider, model, host, ...pending } }
}

/** The dimensions of a new space are known only once the model is opened; counting what is pending does not need them. */
async function findOrAddSpace(store: Store, backend: HeldBackend): Promise<Space> {
  const known = (await store.listSpaces()).findLast((space) => isSpaceOf(space, backend))
  if (known) return known
  const { provider, model } = backend
  const space = { provider, model, dimensions: 1, promptStyle: 'unopened' }
  await store.putSpace(space)
  return space
}
