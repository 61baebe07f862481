import type { StoredDocument } from '@recallite/store'
import { isInside } from '../is-inside.js'
import type { Scan, ScannedFile } from './scan-root.js'
import { isSettled } from './stamp.js'

/** What a sync has to do for one root. */
export interface SyncPlan {
  /** Files to read: new, changed, or not certain to be unchanged. */
  readonly read: readonly { readonly file: ScannedFile; readonly document: StoredDocument | undefined }[]
  /** Documents whose files are gone. */
  readonly remove: readonly StoredDocument[]
  /** How many documents are certain to be unchanged. */
  readonly unchanged: number
}

/**
 * Compares what a root holds with what the store has of it. Pure. A document under a folder that could not be read
 * stays: not seeing a file is no proof that it is gone.
 */
export function planSync(scan: Scan, documents: readonly StoredDocument[], recipe: string): SyncPlan {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  const read: { file: ScannedFile; document: StoredDocument | undefined }[] = []
  const seen = new Set<string>()
  for (const file of scan.files) {
    const document = byPath.get(file.path)
    seen.add(file.path)
    const isCertain =
      document?.stamp === file.stamp &&
      document.recipe === recipe &&
      isSettled(document.stamp, document.readAt)
    if (!isCertain) read.push({ file, document })
  }
  const remove = documents.filter(
    ({ path }) =>
      !seen.has(path) && !scan.unreadable.some((unread) => path === unread || isInside(path, unread)),
  )
  return { read, remove, unchanged: scan.files.length - read.length }
}
