import type { DocumentAddress, Root, Store } from '@recallite/store'
import type { EmbeddingChain } from '../embedding/chain.js'
import { embedDocuments, type EmbedOptions } from '../embedding/embed-documents.js'
import type { UnembeddedText } from '../embedding/fill/fill-run.js'
import { MemoryError } from '../errors.js'
import { rootTrouble } from '../root-trouble.js'
import { addFolders } from './add-folder.js'
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
  /** Documents that look like secrets, and were not sent to another machine. */
  readonly withheld: readonly DocumentAddress[]
  /** Why the vectors are incomplete, or null if they are complete or not wanted. */
  readonly embedFailure: string | null
  readonly seconds: number
}

/** Tidying up rewrites the whole keyword index: only when this part of the files has changed. */
const worthOptimising = 0.1

async function rootsToSync(
  store: Store,
  folders: readonly string[],
  { extraFolders = [] }: FolderOptions,
): Promise<Root[]> {
  if (folders.length > 0) return addFolders(store, folders)
  if (extraFolders.length > 0) await addFolders(store, extraFolders)
  const known = await store.listRoots()
  if (known.length === 0)
    throw new MemoryError(
      'NO_ROOTS',
      "There is nothing to index yet. Name a folder: 'recallite index FOLDER'.",
    )
  return known
}

/** Which folders to look at besides those that are named. */
export interface FolderOptions {
  /** Become roots as well, where none is named and all are brought up to date. */
  readonly extraFolders?: readonly string[] | undefined
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

/** What bringing folders in did, before anything is embedded. */
export type TextReport = Pick<
  IndexReport,
  'files' | 'added' | 'changed' | 'removed' | 'unchanged' | 'skipped'
>

/**
 * Brings folders (all roots, if none is named) into the store.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`, `NO_ROOTS`; StoreError
 */
export async function syncRoots(
  store: Store,
  folders: readonly string[],
  options: SyncOptions & FolderOptions,
): Promise<TextReport> {
  const syncs: (RootSync & { root: Root })[] = []
  for (const root of await rootsToSync(store, folders, options)) {
    syncs.push({ ...(await syncReachable(store, root, options)), root })
  }
  const sum = (count: (sync: RootSync) => number) => syncs.reduce((total, sync) => total + count(sync), 0)
  return {
    files: sum(({ added, changed, unchanged }) => added + changed + unchanged),
    added: sum(({ added }) => added),
    changed: sum(({ changed }) => changed),
    removed: sum(({ removed }) => removed),
    unchanged: sum(({ unchanged }) => unchanged),
    skipped: syncs.flatMap(({ root, skipped }) => skipped.map((file) => ({ ...file, root: root.name }))),
  }
}

/**
 * Brings folders (all roots, if none is named) into the store, then embeds what the space of the first link lacks. Text
 * is never held back by a model: it is searchable by its words whatever happens to the vectors.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`, `NO_ROOTS`; StoreError
 */
export async function indexRoots(
  store: Store,
  folders: readonly string[],
  options: SyncOptions & FolderOptions & EmbedOptions & { readonly chain: Pick<EmbeddingChain, 'links'> },
): Promise<IndexReport> {
  const start = options.now()
  const texts = await syncRoots(store, folders, options)
  const filled = await embedDocuments(store, options.chain, options)
  const { embedded, requests, unembedded, withheld, givenUp } = filled
  if (texts.added + texts.changed + texts.removed > texts.files * worthOptimising) await store.optimise()
  return {
    ...texts,
    chunks: (await store.status()).chunks,
    embedded,
    embedRequests: requests,
    unembedded,
    withheld,
    embedFailure: givenUp,
    seconds: (options.now() - start) / 1000,
  }
}
