import { EmbeddingError } from '@recallite/embeddings'
import type { Root, Store } from '@recallite/store'
import { MemoryError } from '../errors.js'
import type { ModelSource } from '../search/query-vector.js'
import { reasonOf } from '../reason-of.js'
import { rootTrouble } from '../root-trouble.js'
import { addFolders } from './add-folder.js'
import { embedPending, type UnembeddedText } from './embed-pending.js'
import type { SkippedFile } from './scan-root.js'
import { syncRoot, type RootSync, type SyncOptions } from './sync-root.js'

/** A file that was not indexed, and why. */
export interface SkippedDocument extends SkippedFile {
  readonly root: string
}

/** What an index run did. */
export interface IndexReport {
  /** Documents in the roots that were looked at. */
  readonly files: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  readonly skipped: readonly SkippedDocument[]
  /** Chunks in the whole index. */
  readonly chunks: number
  readonly embedded: number
  readonly embedRequests: number
  /** Texts that a model refused. */
  readonly unembedded: readonly UnembeddedText[]
  /** Why the vectors are incomplete, or null if they are complete or not wanted. */
  readonly embedFailure: string | null
  readonly seconds: number
}

/** Tidying up rewrites the whole keyword index: only when this part of the files has changed. */
const worthOptimising = 0.1

async function rootsToSync(store: Store, folders: readonly string[]): Promise<Root[]> {
  if (folders.length > 0) return addFolders(store, folders)
  const known = await store.listRoots()
  if (known.length === 0)
    throw new MemoryError(
      'NO_ROOTS',
      "There is nothing to index yet. Name a folder: 'recallite index FOLDER'.",
    )
  return known
}

/** A root that cannot be reached keeps what is known of it. */
async function syncReachable(store: Store, root: Root, options: SyncOptions): Promise<RootSync> {
  const trouble = rootTrouble(root)
  if (trouble === undefined) return syncRoot(store, root, options)
  const reason = `${trouble}; what is known of it is kept`
  const documents = await store.listDocuments(root.name)
  const skipped = [{ path: '.', reason, isText: true }]
  return { added: 0, changed: 0, removed: 0, unchanged: documents.length, skipped, stale: [] }
}

async function embed(store: Store, openModel: ModelSource | undefined, options: SyncOptions) {
  const none = { embedded: 0, requests: 0, unembedded: [], givenUp: null }
  if (!openModel) return none
  try {
    return await embedPending(store, await openModel(), options)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    return { ...none, givenUp: reasonOf(error) }
  }
}

/**
 * Brings folders (all roots, if none is named) into the store, then embeds what the model's space lacks. Text is
 * never held back by a model: it is searchable by its words whatever happens to the vectors.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`, `NO_ROOTS`; StoreError
 */
export async function indexRoots(
  store: Store,
  folders: readonly string[],
  options: SyncOptions & { readonly openModel?: ModelSource | undefined },
): Promise<IndexReport> {
  const start = options.now()
  const syncs: (RootSync & { root: Root })[] = []
  for (const root of await rootsToSync(store, folders)) {
    syncs.push({ ...(await syncReachable(store, root, options)), root })
  }
  const { embedded, requests, unembedded, givenUp } = await embed(store, options.openModel, options)
  const sum = (count: (sync: RootSync) => number) => syncs.reduce((total, sync) => total + count(sync), 0)
  const files = sum(({ added, changed, unchanged }) => added + changed + unchanged)
  const changes = sum(({ added, changed, removed }) => added + changed + removed)
  if (changes > files * worthOptimising) await store.optimise()
  return {
    files,
    added: sum(({ added }) => added),
    changed: sum(({ changed }) => changed),
    removed: sum(({ removed }) => removed),
    unchanged: sum(({ unchanged }) => unchanged),
    skipped: syncs.flatMap(({ root, skipped }) => skipped.map((file) => ({ ...file, root: root.name }))),
    chunks: (await store.status()).chunks,
    embedded,
    embedRequests: requests,
    unembedded,
    embedFailure: givenUp,
    seconds: (options.now() - start) / 1000,
  }
}
