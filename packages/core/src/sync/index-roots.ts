import type { DocumentAddress, Root, Store } from '@recallite/store'
import type { UnembeddedText } from '../embedding/fill/fill-run.js'
import { rootTrouble } from '../root-trouble.js'
import { bringInSources, surroundingsOf, type BroughtIn } from '../sources/bring-in-sources.js'
import type { Source } from '../sources/source.js'
import type { RefusedPath } from '../sources/wanted-root.js'
import { addFolders } from './add-folder.js'
import type { SkippedFile } from './scan-root.js'
import { syncRoot, type RootSync, type SyncOptions } from './sync-root.js'

/** A file that was not indexed, and why. */
export interface SkippedDocument extends SkippedFile {
  readonly root: string
}

/** What bringing texts in did. */
export interface TextReport {
  /** Documents in the roots that were looked at. */
  readonly files: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  readonly skipped: readonly SkippedDocument[]
  /** Files and folders of the sources that are not there. */
  readonly missing: readonly string[]
  /** What of the sources leads to where it must not, and was left out. */
  readonly refused: readonly RefusedPath[]
}

/** What an index run did. */
export interface IndexReport extends TextReport {
  /** What of the index was damaged and could be mended without losing anything, a sentence each. */
  readonly repaired: readonly string[]
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

async function rootsToSync(
  store: Store,
  folders: readonly string[],
  sources: readonly Source[],
): Promise<BroughtIn & { readonly wanted: readonly Root[] }> {
  if (folders.length === 0) {
    const broughtIn = await bringInSources(store, sources)
    return { ...broughtIn, wanted: broughtIn.roots }
  }
  const wanted = await addFolders(store, folders)
  return { ...(await surroundingsOf(store, sources)), wanted, missing: [], refused: [] }
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

/**
 * Brings folders into the store; where none is named, the sources and all roots.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`; StoreError
 */
export async function syncRoots(
  store: Store,
  folders: readonly string[],
  options: SyncOptions & { readonly sources: readonly Source[] },
): Promise<TextReport> {
  const syncs: (RootSync & { root: Root })[] = []
  const { wanted, missing, refused, ...surroundings } = await rootsToSync(store, folders, options.sources)
  for (const root of wanted) {
    syncs.push({ ...(await syncReachable(store, root, { ...options, surroundings })), root })
  }
  const sum = (count: (sync: RootSync) => number) => syncs.reduce((total, sync) => total + count(sync), 0)
  return {
    files: sum(({ added, changed, unchanged }) => added + changed + unchanged),
    added: sum(({ added }) => added),
    changed: sum(({ changed }) => changed),
    removed: sum(({ removed }) => removed),
    unchanged: sum(({ unchanged }) => unchanged),
    missing,
    refused,
    skipped: syncs.flatMap(({ root, skipped }) => skipped.map((file) => ({ ...file, root: root.name }))),
  }
}
