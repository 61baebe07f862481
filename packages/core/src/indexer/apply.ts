import { lstatSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Root, Store, StoredDocument } from '@recallite/store'
import { readerOf } from '../readers/source-document.js'
import { createDocumentBatch, createTryWrite, type TryWrite } from './document-batch.js'
import { createFingerprints, isConclusive, stampOf, type Chunking } from './fingerprint.js'
import { writeKnownSkips, type PlannedFile, type RootPlan } from './plan.js'
import type { FileToPrepare, PreparedFile, PrepareOptions } from './prepare-file.js'
import { prepareInOrder } from './prepare-in-order.js'
import { reportOf, type FileOutcome, type PathOutcome, type RootReport } from './root-report.js'
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
  /** False: does not write while another process is writing; what differs is stale then. Default true. */
  readonly wait?: boolean | undefined
  /** Whether others wait for what this thread does: it then writes little at once, and starts no other threads. Default false. */
  readonly sharesThread?: boolean | undefined
  /** How many other threads read and cut files at most; default one less than there are processors, and never more than three. */
  readonly threads?: number | undefined
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
 * what is gone. A document is written in one transaction, together with some of its neighbours. Where many files are to be
 * read, other threads help to read and cut them; they are written in the order of the plan all the same.
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

async function applyFiles(target: Target, plan: RootPlan): Promise<PathOutcome[]> {
  const { onProgress, signal, root, chunking, largestFile = Infinity } = target
  const outcomes: PathOutcome[] = []
  const total = plan.read.length + plan.added.length
  const options = { root: { name: root.name, path: root.path }, chunking, largestFile }
  const threads = await startThreads(target, total, options)
  const batch = createDocumentBatch(target, (path, at) => void (outcomes[at] = { kind: 'stale', path }))
  try {
    for await (const [file, prepared] of prepareInOrder(filesToRead(target, plan), options, threads)) {
      signal?.throwIfAborted()
      const outcome = prepared ? await outcomeOf(target, file, prepared) : file.outcome
      outcomes.push({ ...outcome, path: file.path })
      if (prepared?.kind === 'cut') await batch.add(prepared, outcomes.length - 1)
      onProgress?.({ phase: 'read', done: outcomes.length, total })
    }
    await batch.write()
  } finally {
    await Promise.all(threads.map((thread) => thread.close()))
  }
  return outcomes
}

/** Fewer files are read before another thread could begin. */
const filesForThreads = 100
/** The thread that writes is busy with what this many others cut. */
const mostThreads = 3

/** None before a search, which has a deadline, nor where others need the processors. */
async function startThreads(target: Target, files: number, options: PrepareOptions) {
  const { deadline, sharesThread = false, threads = availableParallelism() - 1 } = target
  const count = Math.min(threads, mostThreads)
  if (files < filesForThreads || deadline !== undefined || sharesThread || count < 1) return []
  const { startCuttingThreads } = await import('./cutting-threads.js')
  return startCuttingThreads(count, options)
}

/** A file that a plan names. */
interface FileToRead {
  readonly path: string
  /** As the scan saw it; undefined if the index has no document of it. */
  readonly stamp: string | undefined
  readonly document: StoredDocument | undefined
  /** Undefined if it is not to be read; then `outcome` says what becomes of it. */
  readonly request: FileToPrepare | undefined
  readonly outcome: FileOutcome
}

async function* filesToRead(target: Target, { read, added }: RootPlan): AsyncGenerator<FileToRead> {
  const { root, chunking } = target
  for (const file of read) yield describeFile(target, file)
  const fingerprints = createFingerprints(chunking)
  for (const path of added) {
    const reader = readerOf(root, path)
    yield describeFile(target, { path, reader, fingerprint: fingerprints[reader], stamp: undefined })
  }
}

async function describeFile(
  target: Target,
  file: Omit<PlannedFile, 'stamp'> & Pick<FileToRead, 'stamp'>,
): Promise<FileToRead> {
  const { store, root, now, deadline = Infinity } = target
  const { path, reader, fingerprint, stamp } = file
  const left = { path, stamp, document: undefined, request: undefined }
  if (now() >= deadline) return { ...left, outcome: { kind: 'stale' } }
  const document = stamp === undefined ? undefined : await store.findDocument({ root: root.name, path })
  if (await hasHardlyGrown(target, { ...file, document })) return { ...left, outcome: { kind: 'unchanged' } }
  const known = document && { contentHash: document.contentHash, fingerprint: document.fingerprint }
  const request = { path, reader, fingerprint, readAt: now(), known }
  return { path, stamp, document, request, outcome: { kind: 'stale' } }
}

async function hasHardlyGrown(
  { root, skipsSmallGrowth, context }: Target,
  {
    document,
    reader,
    path,
    stamp,
  }: Pick<PlannedFile, 'path' | 'reader'> & Pick<FileToRead, 'document' | 'stamp'>,
): Promise<boolean> {
  if (!skipsSmallGrowth || reader !== 'session' || !document || stamp === undefined) return false
  const { hasGrownEnough } = await import('../readers/transcript-growth.js')
  return !(await hasGrownEnough(
    { root, document, file: { path, stamp } },
    context?.sessionRules?.get(root.path),
  ))
}

async function outcomeOf(target: Target, file: FileToRead, prepared: PreparedFile): Promise<FileOutcome> {
  const { root } = target
  const { path, document } = file
  const readAt = file.request?.readAt ?? 0
  switch (prepared.kind) {
    case 'cut':
      return { kind: document ? 'changed' : 'added' }
    case 'same': {
      const { stamp } = prepared
      const mark = { root: root.name, path, stamp, readAt }
      return isConclusive(stamp, readAt) ? { kind: 'unchanged', mark } : { kind: 'unchanged' }
    }
    case 'too-large':
      return { kind: 'stale' }
    default:
      return skipFile(target, file, { ...prepared, readAt })
  }
}

/** The reason is recorded with the file's stamp, unless the file could not be read at all: that may change unseen. */
async function skipFile(
  { store, root, tryWrite }: Target,
  { document, path, stamp = stampAt(root, path) }: FileToRead,
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
