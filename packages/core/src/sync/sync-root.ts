import { setImmediate } from 'node:timers/promises'
import type { Root, Store } from '@recallite/store'
import { readKnownSkips, writeKnownSkips, type KnownSkips } from './known-skips.js'
import { planSync, type SyncPlan } from './plan-sync.js'
import { recipesOf, type Chunking } from './recipe.js'
import { scanRoot, type SkippedFile, type Surroundings } from './scan-root.js'
import { syncFile, type FileOutcome, type FileSync } from './sync-file.js'
import { createWriter } from './writer.js'

/** How far a sync is. */
export interface SyncProgress {
  readonly phase: 'scan' | 'read' | 'embed'
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
}

/** How to sync. */
export interface SyncOptions {
  readonly chunking: Chunking
  readonly now: () => number
  /** When to stop, in milliseconds since the epoch; what is left is stale. */
  readonly deadline?: number | undefined
  /** Files of more bytes that have changed are left as they are, and stale; default no limit. */
  readonly largestFile?: number | undefined
  /** False: write nothing while another process is writing; what differs is stale then. */
  readonly wait?: boolean | undefined
  /** What there is besides the root; default nothing. */
  readonly surroundings?: Surroundings | undefined
  /** Whether transcripts that have hardly grown may wait; default false. */
  readonly skipsSmallGrowth?: boolean | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a sync of one root did. */
export interface RootSync {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  readonly skipped: readonly SkippedFile[]
  /**
   * Paths that were not looked at in time, or could not be written because another process is writing; `.` for all of
   * the root.
   */
  readonly stale: readonly string[]
}

const filesBetweenBreaths = 8

async function mayWait(
  { root }: FileSync,
  { file, document }: SyncPlan['read'][number],
  { skipsSmallGrowth = false, surroundings }: SyncOptions,
): Promise<boolean> {
  if (!skipsSmallGrowth || root.kind !== 'sessions' || !document) return false
  const { isWorthReading } = await import('../readers/sessions/is-worth-reading.js')
  return !(await isWorthReading({ root, document, file }, surroundings?.growthLimits?.get(root.path)))
}

async function readItem(
  sync: FileSync,
  item: SyncPlan['read'][number],
  options: SyncOptions,
): Promise<FileOutcome> {
  if (options.deadline !== undefined && options.now() >= options.deadline) return { kind: 'stale' }
  return (await mayWait(sync, item, options)) ? { kind: 'unchanged' } : syncFile(sync, item)
}

async function readChanged(sync: FileSync, plan: SyncPlan, options: SyncOptions): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = []
  for (const [done, item] of plan.read.entries()) {
    options.signal?.throwIfAborted()
    outcomes.push(await readItem(sync, item, options))
    options.onProgress?.({ phase: 'read', done: done + 1, total: plan.read.length })
    if (done % filesBetweenBreaths === 0) await setImmediate()
  }
  return outcomes
}

function summarise(plan: SyncPlan, outcomes: readonly FileOutcome[]) {
  const count = (kind: FileOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  const skipped = outcomes.filter((outcome) => outcome.kind === 'skipped')
  return {
    added: count('added'),
    changed: count('changed'),
    removed: skipped.filter(({ wasRemoved }) => wasRemoved).length,
    unchanged: plan.unchanged + count('unchanged'),
    skipped: skipped.map((outcome) => outcome.skipped),
    stale: plan.read.filter((_, index) => outcomes[index]?.kind === 'stale').map(({ file }) => file.path),
  }
}

function stillSkipped({ skipped }: SyncPlan): SkippedFile[] {
  return [...skipped].map(([path, { reason }]) => ({ path, reason, isText: true }))
}

function skipsOf(plan: SyncPlan, outcomes: readonly FileOutcome[]): KnownSkips {
  const found = outcomes.flatMap((outcome) =>
    outcome.kind === 'skipped' && outcome.known ? [[outcome.skipped.path, outcome.known] as const] : [],
  )
  return new Map([...plan.skipped, ...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function marksOf(outcomes: readonly FileOutcome[]) {
  return outcomes.flatMap((outcome) => (outcome.kind === 'unchanged' && outcome.mark ? [outcome.mark] : []))
}

/** Brings what the store has of a root up to what the root holds. The root must be there. */
export async function syncRoot(store: Store, root: Root, options: SyncOptions): Promise<RootSync> {
  const write = createWriter(options.wait ?? true)
  const { chunking, now, largestFile = Infinity } = options
  options.onProgress?.({ phase: 'scan', done: 0, total: 0 })
  const scan = await scanRoot(root, options)
  if (!scan) return { added: 0, changed: 0, removed: 0, unchanged: 0, skipped: [], stale: ['.'] }
  const skips = await readKnownSkips(store, root)
  const known = { documents: await store.listDocuments(root.name), skips }
  const plan = planSync(scan, known, recipesOf(chunking, root))
  const isRemoved =
    plan.remove.length === 0 || (await write((how) => store.removeDocuments(plan.remove, how)))
  const outcomes = await readChanged({ store, root, chunking, now, largestFile, write }, plan, options)
  const marks = marksOf(outcomes)
  if (marks.length > 0) await write((how) => store.touchDocuments(marks, how))
  // A search must not wait for another writer, and a note always does.
  if (options.wait !== false)
    await writeKnownSkips(store, root, { before: skips, after: skipsOf(plan, outcomes) })
  const summary = summarise(plan, outcomes)
  return {
    ...summary,
    removed: summary.removed + (isRemoved ? plan.remove.length : 0),
    skipped: [...scan.skipped, ...stillSkipped(plan), ...summary.skipped],
    stale: [...(isRemoved ? [] : plan.remove.map(({ path }) => path)), ...summary.stale],
  }
}
