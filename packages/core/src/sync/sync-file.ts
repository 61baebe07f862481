import type { Root, Store, StoredDocument } from '@recallite/store'
import { readDocument } from '../readers/read-document.js'
import type { SourceDocument } from '../readers/source-document.js'
import { documentDate } from './document-date.js'
import type { KnownSkip } from './known-skips.js'
import type { SyncPlan } from './plan-sync.js'
import { looksSecret } from './looks-secret.js'
import { recipesOf, type Chunking } from './recipe.js'
import type { SkippedFile } from './scan-root.js'
import { isSettled, modifiedAt, sizeOf } from './stamp.js'
import type { Writer } from './writer.js'

/** What became of one file. */
export type FileOutcome =
  | { readonly kind: 'added' | 'changed' | 'stale' }
  /** `mark`: what to note so that the file need not be read again. */
  | { readonly kind: 'unchanged'; readonly mark?: DocumentMark }
  /** `known`: what to note so that the file need not be read again. */
  | {
      readonly kind: 'skipped'
      readonly skipped: SkippedFile
      readonly wasRemoved: boolean
      readonly known?: KnownSkip
    }

/** That a document was read again and was the same. */
export type DocumentMark = Pick<StoredDocument, 'root' | 'path' | 'stamp' | 'readAt'>

/** What syncing a file needs. */
export interface FileSync {
  readonly store: Store
  readonly root: Root
  readonly chunking: Chunking
  readonly now: () => number
  /** In bytes. */
  readonly largestFile: number
  readonly write: Writer
}

interface Version extends DocumentMark {
  readonly source: SourceDocument
  readonly recipe: string
  readonly isNew: boolean
}

async function replace({ store, chunking, write }: FileSync, version: Version): Promise<FileOutcome> {
  const { root, path, stamp, readAt, source, recipe, isNew } = version
  // The Markdown parser takes longer to load than most searches: only a changed file needs it.
  const { cutDocument } = await import('./cut-document.js')
  const cut = await cutDocument({ ...source, root, path }, chunking)
  const { title, metadata, language, chunks } = cut
  const { contentHash } = source
  const date = source.facts?.date ?? documentDate({ path, metadata, modifiedAt: modifiedAt(stamp) })
  const isSecret = looksSecret(path, source.text)
  const about = { title, metadata, date, language, isSecret, contentHash, recipe }
  const document = { root, path, ...about, stamp, readAt }
  const isWritten = await write((options) => store.replaceDocument(document, chunks, options))
  if (!isWritten) return { kind: 'stale' }
  return { kind: isNew ? 'added' : 'changed' }
}

async function skip(
  { store, write }: FileSync,
  skipped: SkippedFile,
  document: StoredDocument | undefined,
): Promise<FileOutcome> {
  if (!document) return { kind: 'skipped', skipped, wasRemoved: false }
  const isWritten = await write((options) => store.removeDocuments([document], options))
  return isWritten ? { kind: 'skipped', skipped, wasRemoved: true } : { kind: 'stale' }
}

/** What gave no text is remembered with its stamp, unless it could not be read at all: that may change unseen. */
async function skipUnreadable(
  sync: FileSync,
  { file, document }: SyncPlan['read'][number],
  { reason, isGone, readAt }: { reason: string; isGone: boolean; readAt: number },
): Promise<FileOutcome> {
  const skipped = { path: file.path, reason, isText: true }
  const outcome = await skip(sync, skipped, isGone ? document : undefined)
  if (outcome.kind !== 'skipped' || !isGone) return outcome
  return { ...outcome, known: { stamp: file.stamp, readAt, reason } }
}

/** Reads a file, and writes it if its text or the way to cut it is not what the store has. */
export async function syncFile(sync: FileSync, item: SyncPlan['read'][number]): Promise<FileOutcome> {
  const { file, document } = item
  const readAt = sync.now()
  const source = await readDocument(sync.root, file.path)
  if (!('text' in source)) return skipUnreadable(sync, item, { ...source, readAt })
  const mark = { root: sync.root.name, path: file.path, stamp: source.stamp, readAt }
  const recipe = recipesOf(sync.chunking, sync.root)(file.path)
  const isSame = document?.contentHash === source.contentHash && document.recipe === recipe
  if (isSame) return isSettled(source.stamp, readAt) ? { kind: 'unchanged', mark } : { kind: 'unchanged' }
  if (sizeOf(source.stamp) > sync.largestFile) return { kind: 'stale' }
  return replace(sync, { ...mark, source, recipe, isNew: !document })
}
