import type { Root, Store, StoredDocument } from '@recallite/store'
import { isInside } from '../inside-root.js'
import { fingerprintOf, isConclusive, type Chunking } from './fingerprint.js'
import type { Scan, ScannedFile, SkippedFile } from './scan.js'

/** What the index knows of a root. */
interface KnownFiles {
  readonly documents: readonly StoredDocument[]
  readonly skips: KnownSkips
}

/** By path, the files that earlier runs read and that gave no text. */
export type KnownSkips = ReadonlyMap<string, KnownSkip>

/** A file that gave no text: while its stamp stays the same, it need not be read again. */
export interface KnownSkip {
  readonly stamp: string
  /** In milliseconds since the epoch. */
  readonly readAt: number
  readonly reason: string
}

/** A file to read. */
export interface PlannedFile extends ScannedFile {
  /** How it would be indexed now. */
  readonly fingerprint: string
  /** What the index has of it. */
  readonly document: StoredDocument | undefined
}

/** What has to be done for one root. */
export interface RootPlan {
  /** Files to read: changed ones first, then new ones and those that may have changed. */
  readonly read: readonly PlannedFile[]
  /** Documents whose files are gone. */
  readonly remove: readonly StoredDocument[]
  /** How many documents are certain to be unchanged, or cannot be examined now. */
  readonly unchanged: number
  /** Files that are not indexed, as far as that is known without reading them. */
  readonly skipped: readonly SkippedFile[]
  /** The skips that earlier runs recorded, and those of them that still hold. */
  readonly skips: { readonly before: KnownSkips; readonly kept: KnownSkips }
}

/**
 * Stage 2: compares what a root holds with what the index knows of it. Pure. A document under a folder that could not be read
 * stays in the index: not seeing a file does not prove that it is gone.
 */
export function planRoot(scan: Scan, { documents, skips }: KnownFiles, chunking: Chunking): RootPlan {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  const read: PlannedFile[] = []
  const kept = new Map<string, KnownSkip>()
  for (const file of scan.files) {
    const document = byPath.get(file.path)
    const skip = skips.get(file.path)
    const fingerprint = fingerprintOf(chunking, file.reader)
    if (skip && !document && isUnchanged(skip, file)) kept.set(file.path, skip)
    else if (document?.fingerprint !== fingerprint || !isUnchanged(document, file))
      read.push({ ...file, fingerprint, document })
  }
  const seen = new Set(scan.files.map(({ path }) => path))
  const unseen = documents.filter(({ path }) => !seen.has(path))
  const isHidden = ({ path }: StoredDocument) =>
    scan.unreadable.some((unread) => path === unread || isInside(path, unread))
  const stillSkipped = Array.from(kept, ([path, { reason }]) => ({ path, reason, isText: true }))
  return {
    read: read.toSorted((a, b) => Number(!a.document) - Number(!b.document)),
    remove: unseen.filter((document) => !isHidden(document)),
    unchanged: scan.files.length - read.length - kept.size + unseen.filter(isHidden).length,
    skipped: [...scan.skipped, ...stillSkipped],
    skips: { before: skips, kept },
  }
}

/** Reads from the store what `planRoot` compares a scan with. */
export async function readKnownFiles(store: Store, root: Root): Promise<KnownFiles> {
  const note = await store.notes?.read(noteName(root))
  const skips: KnownSkips = new Map(note === undefined ? [] : (JSON.parse(note) as [string, KnownSkip][]))
  return { documents: await store.listDocuments(root.name), skips }
}

/** Records the files that gave no text, if that has changed. */
export async function writeKnownSkips(
  store: Store,
  root: Root,
  { before, after }: { before: KnownSkips; after: KnownSkips },
): Promise<void> {
  const [old, now] = [before, after].map((skips) => JSON.stringify([...skips]))
  if (now !== undefined && now !== old) await store.notes?.write(noteName(root), now)
}

function isUnchanged(known: Pick<KnownSkip, 'stamp' | 'readAt'> | undefined, file: ScannedFile): boolean {
  return known?.stamp === file.stamp && isConclusive(known.stamp, known.readAt)
}

function noteName({ name }: Root): string {
  return `skipped files of ${name}`
}
