import { lstatSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { NewDocument, Root, Store, StoredDocument } from '@recallite/store'
import { readSourceFile } from '../readers/read-document.js'
import { readerOf, type SourceDocument } from '../readers/source-document.js'
import { type CutDocument, createDocumentBatch, createTryWrite, type TryWrite } from './document-batch.js'
import {
  createFingerprints,
  inodeOf,
  isConclusive,
  modifiedAt,
  sizeOf,
  stampOf,
  type Chunking,
} from './fingerprint.js'
import {
  writeKnownSkips,
  type PlannedFile,
  type RootPlan,
  reportOf,
  type FileOutcome,
  type KnownSkip,
  type PathOutcome,
  type RootReport,
} from './plan.js'
import type { ScanOptions } from './scan.js'

/** How far an index run is. */
export interface SyncProgress {
  readonly phase: 'scan' | 'read' | 'embed'
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
}

/** How to bring a root up to date. At the deadline reading stops, and the remaining files are stale. */
export interface ApplyOptions extends ScanOptions {
  readonly chunking: Chunking
  /** Changed files of more bytes are not read, and are stale; default no limit. */
  readonly largestFile?: number | undefined
  /** Whether to wait while another process is writing. If false, changed files are not written then, but stale. Default true. */
  readonly wait?: boolean | undefined
  /** Whether other work waits for this thread: each transaction then writes only little. Default false. */
  readonly sharesThread?: boolean | undefined
  /** Whether transcripts that have hardly grown are left for later; default false. */
  readonly skipsSmallGrowth?: boolean | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

interface Target extends ApplyOptions {
  readonly store: Store
  readonly root: Root
  readonly tryWrite: TryWrite
}

/**
 * Stage 3: reads the files that a plan names, writes those whose text or fingerprint is not what the store has, and removes
 * what is gone. A document is written in one transaction, together with some of its neighbours.
 */
export async function applyPlan(
  store: Store,
  { root, plan }: { readonly root: Root; readonly plan: RootPlan },
  options: ApplyOptions,
): Promise<RootReport> {
  const { remove, skips } = plan
  const tryWrite = createTryWrite(options.wait ?? true)
  const areRemoved =
    remove.length === 0 || (await tryWrite((how) => store.writeDocuments({ removed: remove }, how)))
  const outcomes = await applyFiles({ ...options, store, root, tryWrite }, plan)
  const marks = outcomes.flatMap((outcome) => ('mark' in outcome && outcome.mark ? [outcome.mark] : []))
  if (marks.length > 0) await tryWrite((how) => store.writeDocuments({ touched: marks }, how))
  const found = outcomes.flatMap((outcome) =>
    'skip' in outcome && outcome.skip ? [[outcome.path, outcome.skip] as const] : [],
  )
  // A search must not wait for another process that writes, and writing a note always waits.
  if (options.wait !== false) await writeKnownSkips(store, root, { ...skips, found })
  return reportOf(plan, outcomes, areRemoved)
}

async function applyFiles(target: Target, { read, added, skips }: RootPlan): Promise<PathOutcome[]> {
  const { onProgress, signal, root, chunking } = target
  const fingerprints = createFingerprints(chunking, root)
  const outcomes: PathOutcome[] = []
  const total = read.length + added.length
  const batch = createDocumentBatch(target, (path, at) => void (outcomes[at] = { kind: 'stale', path }))
  const giveWay = createYields()

  async function apply(file: FileToRead): Promise<void> {
    signal?.throwIfAborted()
    const { outcome, document } = await applyFile(target, file)
    outcomes.push({ ...outcome, path: file.path })
    if (document) await batch.add(document, outcomes.length - 1)
    onProgress?.({ phase: 'read', done: outcomes.length, total })
    await giveWay()
  }

  for (const file of read) await apply(file)
  for (const path of added) {
    const reader = readerOf(root, path)
    const skip = skips.before.get(path)
    await apply({ path, reader, fingerprint: fingerprints[reader], stamp: undefined, skip })
  }
  await batch.write()
  return outcomes
}

/** Other work of this thread waits no longer than this, in milliseconds. */
const timeBetweenYields = 8

function createYields(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < timeBetweenYields) return
    await setImmediate()
    last = performance.now()
  }
}

/** A file that a plan names; without a stamp the index has no document of it, perhaps as it gave no text before. */
interface FileToRead extends Omit<PlannedFile, 'stamp'> {
  readonly stamp: string | undefined
  readonly skip?: KnownSkip | undefined
}

interface AppliedFile {
  readonly outcome: FileOutcome
  readonly document?: CutDocument
}

/** Reads a file, and cuts it if its text or fingerprint is not what the index has. */
async function applyFile(target: Target, file: FileToRead): Promise<AppliedFile> {
  const { store, root, now, deadline = Infinity } = target
  const { path, stamp } = file
  if (now() >= deadline) return { outcome: { kind: 'stale' } }
  const known = stamp === undefined ? undefined : await store.findDocument({ root: root.name, path })
  const unread = leaveUnread(target, file, known)
  if (unread) return { outcome: unread }
  const readAt = now()
  const source = await readSourceFile(root.path, file)
  if ('text' in source) return applySource(target, file, { source, known, readAt })
  return { outcome: await skipFile(target, { ...file, document: known }, { ...source, readAt }) }
}

/** What becomes of a file that is not read now; undefined if it is. PDF and Office files take longer to read than a search may wait. */
function leaveUnread(
  target: Target,
  file: FileToRead,
  known: StoredDocument | undefined,
): FileOutcome | undefined {
  if (known && hasHardlyGrown(target, file, known)) return { kind: 'unchanged' }
  if (file.reader !== 'document' || target.largestFile === undefined) return undefined
  const { skip } = file
  if (skip && skip.stamp === stampAt(target.root, file.path))
    return { kind: 'skipped', reason: skip.reason, wasRemoved: false, skip }
  return { kind: known !== undefined && known.stamp === file.stamp ? 'unchanged' : 'stale' }
}

interface ReadFile {
  readonly source: SourceDocument
  readonly readAt: number
  /** The document that the index has for the file. */
  readonly known: StoredDocument | undefined
}

async function applySource(target: Target, file: FileToRead, read: ReadFile): Promise<AppliedFile> {
  const { source, known, readAt } = read
  const { contentHash, stamp, text } = source
  if (known?.contentHash === contentHash && known.fingerprint === file.fingerprint) {
    const mark = { root: target.root.name, path: file.path, stamp, readAt }
    return { outcome: { kind: 'unchanged', mark: isConclusive(stamp, readAt) ? mark : undefined } }
  }
  if (sizeOf(stamp) > (target.largestFile ?? Infinity)) return { outcome: { kind: 'stale' } }
  const outcome = { kind: known ? 'changed' : 'added' } as const
  return { outcome, document: { document: await cut(target, file, read), length: text.length } }
}

/** A watched transcript is read again only when it has this many new bytes, unless its source sets another number. */
const usualDeltaBytes = 100_000

function hasHardlyGrown(
  { root, skipsSmallGrowth, context }: Target,
  { reader, stamp = '' }: FileToRead,
  known: StoredDocument,
): boolean {
  if (!skipsSmallGrowth || reader !== 'session' || inodeOf(stamp) !== inodeOf(known.stamp)) return false
  const { deltaBytes = usualDeltaBytes } = context?.sessionRules?.get(root.path) ?? {}
  const grown = sizeOf(stamp) - sizeOf(known.stamp)
  return grown >= 0 && grown < deltaBytes
}

async function cut(
  { root, chunking }: Target,
  { path, fingerprint }: FileToRead,
  { source, readAt }: ReadFile,
): Promise<NewDocument> {
  const { stamp, contentHash } = source
  // The Markdown parser takes longer to load than most searches take: only a changed file needs it.
  const { cutDocument, documentDate } = await import('./cut-document.js')
  const { chunks, ...about } = await cutDocument(
    { ...source, root: root.name, path, description: root.description },
    chunking,
  )
  const { metadata } = about
  const date = source.facts?.date ?? documentDate({ path, metadata, modifiedAt: modifiedAt(stamp) })
  const mark = { root: root.name, path, stamp, readAt }
  return { document: { ...mark, ...about, date, contentHash, fingerprint }, chunks }
}

/** Records the reason with the file's stamp, but not for an unreadable file, which can become readable with the same stamp. */
async function skipFile(
  { store, root, tryWrite }: Target,
  {
    document,
    path,
    stamp = stampAt(root, path),
  }: Pick<FileToRead, 'path' | 'stamp'> & { readonly document: StoredDocument | undefined },
  { reason, isGone, readAt }: { reason: string; isGone: boolean; readAt: number },
): Promise<FileOutcome> {
  if (!isGone) return { kind: 'skipped', reason, wasRemoved: false }
  const isWritten = !document || (await tryWrite((how) => store.writeDocuments({ removed: [document] }, how)))
  if (!isWritten) return { kind: 'stale' }
  return { kind: 'skipped', reason, wasRemoved: document !== undefined, skip: { stamp, readAt, reason } }
}

/** The stamp of a file that has been read already. If the file changed in between, the stamp is too recent to be trusted. */
function stampAt(root: Root, path: string): string {
  try {
    return stampOf(lstatSync(`${root.path}/${path}`, { bigint: true }))
  } catch {
    return ''
  }
}
