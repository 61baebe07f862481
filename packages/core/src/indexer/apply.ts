import { lstatSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { NewDocument, Root, Store, StoredDocument } from '@recallite/store'
import { localDay } from '../days.js'
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
  writeSkips,
  type PlannedFile,
  type RootPlan,
  reportOf,
  type FileOutcome,
  type RecordedSkip,
  type PathOutcome,
  type RootReport,
} from './plan.js'
import { readAhead } from './read-ahead.js'
import type { ScanOptions } from './scan.js'

/** Progress of an index run. */
export interface SyncProgress {
  readonly phase: 'scan' | 'read' | 'embed'
  readonly done: number
  /** 0 while unknown. */
  readonly total: number
}

/** How to update a root. At the deadline reading stops, and the remaining files are stale. */
export interface ApplyOptions extends ScanOptions {
  readonly chunking: Chunking
  /** In bytes; larger changed files are not read, and are stale. Default no limit. */
  readonly maxFileSize?: number | undefined
  /** Whether to wait while another process is writing; if false, changed files are stale instead. Default true. */
  readonly wait?: boolean | undefined
  /** Whether other work waits for this thread, so that transactions must be short. Default false. */
  readonly sharesThread?: boolean | undefined
  /** Whether to postpone transcripts that have hardly grown; default false. */
  readonly skipsSmallGrowth?: boolean | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** What this run has spent on PDF and Office files without text, for all roots. */
  readonly spent?: { milliseconds: number } | undefined
  /** Called before a root is changed. */
  readonly beforeWrite?: (() => Promise<unknown>) | undefined
}

interface Target extends ApplyOptions {
  readonly store: Store
  readonly root: Root
  readonly tryWrite: TryWrite
}

/** Stage 3: reads the files of a plan, writes those whose text or fingerprint has changed, and removes deleted ones. */
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
  const added = outcomes.flatMap((outcome) =>
    'skip' in outcome && outcome.skip ? [[outcome.path, outcome.skip] as const] : [],
  )
  // Writing a note always waits for other processes, which a search must not do.
  if (options.wait !== false) await writeSkips(store, root, { ...skips, added })
  return reportOf(plan, outcomes, areRemoved)
}

async function applyFiles(target: Target, { read, added, skips }: RootPlan): Promise<PathOutcome[]> {
  const { onProgress, signal, root, chunking } = target
  const fingerprints = createFingerprints(chunking, root)
  const outcomes: PathOutcome[] = []
  const toAdd = added.map((path): FileToRead => {
    const reader = readerOf(root, path)
    const skip = skips.before.get(path)
    return { path, reader, fingerprint: fingerprints[reader], stamp: undefined, skip }
  })
  const files: readonly FileToRead[] = [...read, ...toAdd]
  const batch = createDocumentBatch(target, (path, at) => void (outcomes[at] = { kind: 'stale', path }))
  const giveWay = createYields()

  const work = (file: FileToRead) => applyFile(target, file)
  const isSlow = ({ reader }: FileToRead) => reader === 'document'
  for await (const [{ path }, { outcome, document }] of readAhead(files, { work, isSlow })) {
    outcomes.push({ ...outcome, path })
    if (document) await batch.add(document, outcomes.length - 1)
    onProgress?.({ phase: 'read', done: outcomes.length, total: files.length })
    await giveWay()
    signal?.throwIfAborted()
  }
  await batch.write()
  return outcomes
}

/** Maximum time that other work of this thread waits, in milliseconds. */
const timeBetweenYields = 8

function createYields(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < timeBetweenYields) return
    await setImmediate()
    last = performance.now()
  }
}

/** A file of a plan; without a stamp if it is not in the index. */
interface FileToRead extends Omit<PlannedFile, 'stamp'> {
  readonly stamp: string | undefined
  readonly skip?: RecordedSkip | undefined
}

/** In milliseconds; PDF and Office files without text may take this long in a run, summed over those read at the same time. */
const maxSpent = 120_000

const notInThisRun = "not read in this run, because other files took too long; run 'recallite index' again"

interface AppliedFile {
  readonly outcome: FileOutcome
  readonly document?: CutDocument
}

async function readInTime({ root, now, signal, spent }: Target, file: FileToRead) {
  const counter = file.reader === 'document' ? spent : undefined
  if (counter && counter.milliseconds > maxSpent) return { reason: notInThisRun, isGone: false }
  const start = now()
  const source = await readSourceFile(root.path, { ...file, signal })
  if (counter && 'reason' in source) counter.milliseconds += now() - start
  return source
}

/** Reads a file, and cuts it if its text or fingerprint has changed. */
async function applyFile(target: Target, file: FileToRead): Promise<AppliedFile> {
  const { store, root, now, deadline = Infinity, signal } = target
  const { path, stamp } = file
  signal?.throwIfAborted()
  if (now() >= deadline) return { outcome: { kind: 'stale' } }
  const stored = stamp === undefined ? undefined : await store.findDocument({ root: root.name, path })
  const unread = leaveUnread(target, file, stored)
  if (unread) return { outcome: unread }
  const readAt = now()
  const source = await readInTime(target, file)
  if ('text' in source) return applySource(target, file, { source, stored, readAt })
  return { outcome: await skipFile(target, { ...file, document: stored }, { ...source, readAt }) }
}

/** The outcome of a file that need not be read, or is a PDF or Office file, which takes too long for a search; else undefined. */
function leaveUnread(
  target: Target,
  file: FileToRead,
  stored: StoredDocument | undefined,
): FileOutcome | undefined {
  if (stored && hasHardlyGrown(target, file, stored)) return { kind: 'unchanged' }
  if (file.reader !== 'document' || target.maxFileSize === undefined) return undefined
  const { skip } = file
  if (skip && skip.stamp === stampAt(target.root, file.path))
    return { kind: 'skipped', reason: skip.reason, wasRemoved: false, skip }
  return { kind: stored !== undefined && stored.stamp === file.stamp ? 'unchanged' : 'stale' }
}

interface ReadFile {
  readonly source: SourceDocument
  readonly readAt: number
  readonly stored: StoredDocument | undefined
}

async function applySource(target: Target, file: FileToRead, read: ReadFile): Promise<AppliedFile> {
  const { source, stored, readAt } = read
  const { contentHash, stamp, text } = source
  if (stored?.contentHash === contentHash && stored.fingerprint === file.fingerprint) {
    const mark = { root: target.root.name, path: file.path, stamp, readAt }
    return { outcome: { kind: 'unchanged', mark: isConclusive(stamp, readAt) ? mark : undefined } }
  }
  if (sizeOf(stamp) > (target.maxFileSize ?? Infinity)) return { outcome: { kind: 'stale' } }
  const { document, leftOut, unread } = await cut(target, file, read)
  const outcome = { kind: stored ? 'changed' : 'added', leftOut, unread } as const
  return { outcome, document: { document, length: text.length } }
}

/** New bytes after which a watched transcript is read again. */
const defaultDeltaBytes = 100_000

function hasHardlyGrown(
  { root, skipsSmallGrowth, context }: Target,
  { reader, stamp = '' }: FileToRead,
  stored: StoredDocument,
): boolean {
  if (!skipsSmallGrowth || reader !== 'session' || inodeOf(stamp) !== inodeOf(stored.stamp)) return false
  const { deltaBytes = defaultDeltaBytes } = context?.sessionRules?.get(root.path) ?? {}
  const grown = sizeOf(stamp) - sizeOf(stored.stamp)
  return grown >= 0 && grown < deltaBytes
}

async function cut(
  { root, chunking }: Target,
  { path, fingerprint }: FileToRead,
  { source, readAt }: ReadFile,
) {
  const { stamp, contentHash } = source
  // Loading the Markdown parser takes longer than most searches.
  const { cutDocument } = await import('./cut-document.js')
  const { chunks, leftOut, stated, ...about } = await cutDocument(
    { ...source, root: root.name, path, description: root.description },
    chunking,
  )
  const date = source.facts?.date ?? stated.day ?? localDay(modifiedAt(stamp))
  const mark = { root: root.name, path, stamp, readAt }
  const document: NewDocument = {
    document: { ...mark, ...about, date, contentHash, fingerprint },
    chunks,
  }
  return { document, leftOut, unread: stated.unread }
}

/** Records the reason, except for an unreadable file, which may become readable without a new stamp. */
async function skipFile(
  { store, root, tryWrite }: Target,
  {
    document,
    path,
    stamp = stampAt(root, path),
    fingerprint,
  }: Pick<FileToRead, 'path' | 'stamp' | 'fingerprint'> & { readonly document: StoredDocument | undefined },
  { reason, isGone, readAt }: { reason: string; isGone: boolean; readAt: number },
): Promise<FileOutcome> {
  if (!isGone) return { kind: 'skipped', reason, wasRemoved: false }
  const isWritten = !document || (await tryWrite((how) => store.writeDocuments({ removed: [document] }, how)))
  if (!isWritten) return { kind: 'stale' }
  return {
    kind: 'skipped',
    reason,
    wasRemoved: document !== undefined,
    skip: { stamp, fingerprint, readAt, reason },
  }
}

/** The stamp of a file after it was read: if the file has changed since, the stamp is too recent to be conclusive. */
function stampAt(root: Root, path: string): string {
  try {
    return stampOf(lstatSync(`${root.path}/${path}`, { bigint: true }))
  } catch {
    return ''
  }
}
