import type { StoredDocument } from '@recallite/store'
import { isInside } from '../is-inside.js'
import type { KnownSkip, KnownSkips } from './known-skips.js'
import type { Scan, ScannedFile } from './scan-root.js'
import { isSettled } from './stamp.js'

/** What a sync has to do for one root. */
export interface SyncPlan {
  /** Files to read: changed ones first, then new ones and what is not certain to be unchanged. */
  readonly read: readonly { readonly file: ScannedFile; readonly document: StoredDocument | undefined }[]
  /** Documents whose files are gone. */
  readonly remove: readonly StoredDocument[]
  /** How many documents are certain to be unchanged, or cannot be looked at now. */
  readonly unchanged: number
  /** What was no text and has not changed since. */
  readonly skipped: KnownSkips
}

/** What is known of a root. */
export interface KnownFiles {
  readonly documents: readonly StoredDocument[]
  readonly skips: KnownSkips
}

function isUnchanged(known: Pick<KnownSkip, 'stamp' | 'readAt'> | undefined, file: ScannedFile): boolean {
  return known?.stamp === file.stamp && isSettled(known.stamp, known.readAt)
}

/**
 * Compares what a root holds with what is known of it. Pure. A document under a folder that could not be read stays:
 * not seeing a file is no proof that it is gone. `recipeOf` names the recipe of a path: how its text is read and cut now.
 */
export function planSync(
  scan: Scan,
  { documents, skips }: KnownFiles,
  recipeOf: (path: string) => string,
): SyncPlan {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  const read: { file: ScannedFile; document: StoredDocument | undefined }[] = []
  const skipped = new Map<string, KnownSkip>()
  for (const file of scan.files) {
    const document = byPath.get(file.path)
    const skip = skips.get(file.path)
    if (skip && !document && isUnchanged(skip, file)) skipped.set(file.path, skip)
    else if (document?.recipe !== recipeOf(file.path) || !isUnchanged(document, file))
      read.push({ file, document })
  }
  const seen = new Set(scan.files.map(({ path }) => path))
  const unseen = documents.filter(({ path }) => !seen.has(path))
  const isHidden = ({ path }: StoredDocument) =>
    scan.unreadable.some((unread) => path === unread || isInside(path, unread))
  return {
    read: read.toSorted((a, b) => Number(!a.document) - Number(!b.document)),
    remove: unseen.filter((document) => !isHidden(document)),
    unchanged: scan.files.length - read.length - skipped.size + unseen.filter(isHidden).length,
    skipped,
  }
}
