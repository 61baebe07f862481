import { lstatSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { StoreError, type Root, type Store, type StoredDocument, type WriteOptions } from '@recallite/store'
import { readSourceFile } from '../readers/read-document.js'
import { readerOf, type SourceDocument } from '../readers/source-document.js'
import {
  createFingerprints,
  isConclusive,
  modifiedAt,
  sizeOf,
  stampOf,
  type Chunking,
} from './fingerprint.js'
import { writeKnownSkips, type KnownSkip, type PlannedFile, type RootPlan } from './plan.js'
import type { ScanOptions, SkippedFile } from './scan.js'

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
  /** False: does not write while another process is writing; what differs is stale then. Default true. */
  readonly wait?: boolean | undefined
  /** Whether transcripts that have hardly grown are left for later; default false. */
  readonly skipsSmallGrowth?: boolean | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A document that an index run added, read again because it had changed, or removed. */
export interface PathChange {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly path: string
}

/** What became of one root. */
export interface RootReport {
  /** The documents that the run wrote or removed: the removed ones first, then in the order in which they were read. */
  readonly changes: readonly PathChange[]
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  readonly skipped: readonly SkippedFile[]
  /** Paths that were not examined in time, or not written because another process is writing; `.` for all of the root. */
  readonly stale: readonly string[]
}

interface Target extends ApplyOptions {
  readonly store: Store
  readonly root: Root
  readonly tryWrite: TryWrite
}

/** Runs a write; false if the store refused it because another process is writing. */
type TryWrite = (write: (options: WriteOptions) => Promise<void>) => Promise<boolean>

/** Records that a document was read again and was the same, so that its file need not be read next time. */
type DocumentMark = Pick<StoredDocument, 'root' | 'path' | 'stamp' | 'readAt'>

type FileOutcome =
  | { readonly kind: 'added' | 'changed' | 'stale' }
  | { readonly kind: 'unchanged'; readonly mark?: DocumentMark }
  | {
      readonly kind: 'skipped'
      readonly reason: string
      readonly wasRemoved: boolean
      readonly skip?: KnownSkip
    }

type PathOutcome = FileOutcome & { readonly path: string }

const filesBetweenYields = 8

/**
 * Stage 3: reads the files that a plan names, writes those whose text or fingerprint is not what the store has, and removes
 * what is gone. Each document is one transaction.
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
  const after = new Map([...skips.kept, ...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  // A search must not wait for another process that writes, and writing a note always waits.
  if (options.wait !== false) await writeKnownSkips(store, root, { before: skips.before, after })
  return reportOf(plan, outcomes, areRemoved)
}

/** With `wait` false a busy store refuses writes instead of failing; after the first refusal no write is tried again. */
function createTryWrite(wait: boolean): TryWrite {
  let isRefused = false
  return async (write) => {
    if (isRefused) return false
    try {
      await write({ wait })
    } catch (error) {
      if (wait || !StoreError.isInstance(error) || error.code !== 'STORE_BUSY') throw error
      isRefused = true
    }
    return !isRefused
  }
}

async function applyFiles(target: Target, plan: RootPlan) {
  const { onProgress, signal } = target
  const outcomes: PathOutcome[] = []
  const total = plan.read.length + plan.added.length
  for (const file of filesToRead(target, plan)) {
    signal?.throwIfAborted()
    const outcome = await applyFile(target, file)
    outcomes.push({ ...outcome, path: file.path })
    const done = outcomes.length
    onProgress?.({ phase: 'read', done, total })
    if (done % filesBetweenYields === 1) await setImmediate()
  }
  return outcomes
}

/** A file to read; without a stamp it is new. */
interface FileToRead extends Omit<PlannedFile, 'stamp'> {
  readonly stamp: string | undefined
}

function* filesToRead({ root, chunking }: Target, { read, added }: RootPlan): Generator<FileToRead> {
  yield* read
  const fingerprints = createFingerprints(chunking)
  for (const path of added) {
    const reader = readerOf(root, path)
    yield { path, reader, fingerprint: fingerprints[reader], stamp: undefined }
  }
}

/** A file to read, with the document that the index has of it. */
type KnownFile = FileToRead & { readonly document: StoredDocument | undefined }

async function applyFile(target: Target, planned: FileToRead): Promise<FileOutcome> {
  const { store, root, now, deadline = Infinity } = target
  if (now() >= deadline) return { kind: 'stale' }
  const { path, stamp } = planned
  const document = stamp === undefined ? undefined : await store.findDocument({ root: root.name, path })
  const file = { ...planned, document }
  return (await hasHardlyGrown(target, file)) ? { kind: 'unchanged' } : readFile(target, file)
}

async function hasHardlyGrown(target: Target, file: KnownFile): Promise<boolean> {
  const { root, skipsSmallGrowth, context } = target
  const { document, reader, path, stamp } = file
  if (!skipsSmallGrowth || reader !== 'session' || !document || stamp === undefined) return false
  const { hasGrownEnough } = await import('../readers/transcript-growth.js')
  return !(await hasGrownEnough(
    { root, document, file: { path, stamp } },
    context?.sessionRules?.get(root.path),
  ))
}

async function readFile(target: Target, file: KnownFile): Promise<FileOutcome> {
  const { root, now, largestFile = Infinity } = target
  const readAt = now()
  const source = await readSourceFile(root.path, file)
  if (!('text' in source)) return skipFile(target, file, { ...source, readAt })
  const { stamp, contentHash } = source
  const mark = { root: root.name, path: file.path, stamp, readAt }
  const isSame = file.document?.contentHash === contentHash && file.document.fingerprint === file.fingerprint
  if (isSame) return isConclusive(stamp, readAt) ? { kind: 'unchanged', mark } : { kind: 'unchanged' }
  if (sizeOf(stamp) > largestFile) return { kind: 'stale' }
  const isWritten = await writeDocument(target, { ...mark, source, fingerprint: file.fingerprint })
  if (!isWritten) return { kind: 'stale' }
  return { kind: file.document ? 'changed' : 'added' }
}

/** The reason is recorded with the file's stamp, unless the file could not be read at all: that may change unseen. */
async function skipFile(
  { store, root, tryWrite }: Target,
  { document, path, stamp = stampAt(root, path) }: KnownFile,
  { reason, isGone, readAt }: { reason: string; isGone: boolean; readAt: number },
): Promise<FileOutcome> {
  if (!isGone) return { kind: 'skipped', reason, wasRemoved: false }
  const isWritten = !document || (await tryWrite((how) => store.writeDocuments({ removed: [document] }, how)))
  if (!isWritten) return { kind: 'stale' }
  return { kind: 'skipped', reason, wasRemoved: document !== undefined, skip: { stamp, readAt, reason } }
}

/** Taken after the file was read: a change in between is too young to be conclusive. */
function stampAt(root: Root, path: string): string {
  try {
    return stampOf(lstatSync(`${root.path}/${path}`, { bigint: true }))
  } catch {
    return ''
  }
}

async function writeDocument(
  { store, chunking, tryWrite }: Target,
  { source, fingerprint, ...mark }: DocumentMark & { source: SourceDocument; fingerprint: string },
): Promise<boolean> {
  const { root, path, stamp } = mark
  // The Markdown parser takes longer to load than most searches take: only a changed file needs it.
  const { cutDocument, documentDate } = await import('./cut-document.js')
  const { chunks, ...about } = await cutDocument({ ...source, root, path }, chunking)
  const { metadata } = about
  const date = source.facts?.date ?? documentDate({ path, metadata, modifiedAt: modifiedAt(stamp) })
  const document = { ...mark, ...about, date, contentHash: source.contentHash, fingerprint }
  return tryWrite((how) => store.writeDocuments({ put: [{ document, chunks }] }, how))
}

function reportOf(plan: RootPlan, outcomes: readonly PathOutcome[], areRemoved: boolean): RootReport {
  const { remove, skipped, unchanged } = plan
  const count = (kind: FileOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  const newlySkipped = outcomes.filter((outcome) => outcome.kind === 'skipped')
  const removedFiles = newlySkipped.filter(({ wasRemoved }) => wasRemoved)
  const stale = outcomes.filter(({ kind }) => kind === 'stale')
  return {
    changes: changesOf(areRemoved ? remove : [], outcomes),
    added: count('added'),
    changed: count('changed'),
    removed: removedFiles.length + (areRemoved ? remove.length : 0),
    unchanged: unchanged + count('unchanged'),
    skipped: [...skipped, ...newlySkipped.map(({ path, reason }) => ({ path, reason, isText: true }))],
    stale: [...(areRemoved ? [] : remove), ...stale].map(({ path }) => path),
  }
}

function changesOf(
  removed: readonly { readonly path: string }[],
  outcomes: readonly PathOutcome[],
): PathChange[] {
  const read = outcomes.flatMap((outcome): PathChange[] => {
    const { kind, path } = outcome
    if (kind === 'added' || kind === 'changed') return [{ kind, path }]
    return kind === 'skipped' && outcome.wasRemoved ? [{ kind: 'removed', path }] : []
  })
  return [...removed.map(({ path }): PathChange => ({ kind: 'removed', path })), ...read]
}
