import { StoreError, type Root, type Store, type Space } from '@recallite/store'
import type { EmbeddingChain, HeldBackend } from '../embedding/chain.js'
import { rootProblem } from '../system-paths.js'
import { addFolders, addSources, scanContextOf } from '../sources/merge-roots.js'
import type { RefusedPath, Source } from '../sources/source.js'
import type { ApplyOptions, SyncProgress } from './apply.js'
import { defaultChunking, type Chunking } from './fingerprint.js'
import { planRoot, readRootState, writeSkips, reportOf, type PathChange, type RootReport } from './plan.js'
import { scanRoot, type SkippedFile } from './scan.js'
import type { Pending } from '../embedding/fill/pending-texts.js'
import { MemoryError } from '../errors.js'
import { type EmbeddingBackend, isSpaceOf } from '../embedding/backend.js'

/** The documents to update, as plain data for the store's thread. */
export interface UpdateRequest {
  /** Absolute or relative to the working folder; if empty, all roots are updated. */
  readonly folders: readonly string[]
  readonly sources: readonly Source[]
  readonly chunking: Chunking
  readonly skipsSmallGrowth: boolean
  /** Whether to check the store for damage before the first change. */
  readonly verifiesStore?: boolean | undefined
}

interface UpdateListener {
  readonly now: () => number
  readonly sharesThread?: boolean | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A file that was not indexed, and why. */
export interface SkippedDocument extends SkippedFile {
  readonly root: string
}

/** A document that was added, changed or removed. */
export interface DocumentChange extends PathChange {
  readonly root: string
}

/** What an update of the documents did. */
export interface TextReport extends Omit<RootReport, 'changes' | 'skipped' | 'unread' | 'stale'> {
  readonly changes: readonly DocumentChange[]
  /** Number of documents in the updated roots. */
  readonly files: number
  readonly skipped: readonly SkippedDocument[]
  /** What was not understood in the documents that were read. */
  readonly unread: readonly (RootReport['unread'][number] & { readonly root: string })[]
  /** Files and folders of the sources that do not exist. */
  readonly missing: readonly string[]
  /** Paths of the sources that lead out of the allowed folder. */
  readonly refused: readonly RefusedPath[]
}

/** Which documents `planTexts` examines. */
export interface PlanTextsOptions {
  /** In addition to the folders that were indexed before. */
  readonly sources: readonly Source[]
  /** Default 400 and 80 tokens. */
  readonly chunking?: Partial<Chunking> | undefined
  readonly signal?: AbortSignal | undefined
}

const noCounts = {
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  frontMatterLines: 0,
  leftOutLines: 0,
  leftOutCharacters: 0,
}
const countNames = Object.keys(noCounts) as (keyof typeof noCounts)[]
const noDocuments = { changes: [], ...noCounts, unread: [] }

/**
 * Updates the documents of folders, or of the sources and all roots if there are no folders: scan → plan → apply.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`; StoreError
 */
export async function updateDocuments(
  store: Store,
  { folders, sources, verifiesStore = false, ...request }: UpdateRequest,
  listener: UpdateListener,
): Promise<TextReport> {
  let verifying: Promise<void> | undefined
  const beforeWrite = async () => verifiesStore && (await (verifying ??= assertWhole(store)))
  const { targets, missing, refused, ...context } = await addRoots(store, folders, sources)
  const counts = { ...noCounts }
  const changes: DocumentChange[] = []
  const skipped: SkippedDocument[] = []
  const unread: TextReport['unread'][number][] = []
  const spent = { milliseconds: 0 }
  for (const root of targets) {
    const report = await indexReachable(store, root, { ...request, ...listener, context, spent, beforeWrite })
    for (const name of countNames) counts[name] += report[name]
    for (const change of report.changes) changes.push({ ...change, root: root.name })
    for (const file of report.skipped) skipped.push({ ...file, root: root.name })
    for (const part of report.unread) unread.push({ ...part, root: root.name })
  }
  const files = counts.added + counts.changed + counts.unchanged
  return { files, ...counts, changes, missing, refused, skipped, unread }
}

/**
 * Plans what `Memory.sync` would change, for a program that has a store and no memory. Writes to the store, which must therefore
 * be a scratch copy.
 * @throws MemoryError `ROOT_OVERLAPS`; StoreError; the signal's reason
 */
export function planTexts(
  store: Store,
  { sources, chunking, signal }: PlanTextsOptions,
): Promise<TextReport> {
  const request = { folders: [], sources, chunking: { ...defaultChunking, ...chunking } }
  return updateDocuments(store, { ...request, skipsSmallGrowth: false }, { signal, now: Date.now })
}

/** Updates the documents of one root: scan → plan → apply. Its folder must exist. */
export async function indexRoot(store: Store, root: Root, options: ApplyOptions): Promise<RootReport> {
  options.onProgress?.({ phase: 'scan', done: 0, total: 0 })
  const { chunking } = options
  const scan = await scanRoot(root, options)
  if (!scan) return { ...noDocuments, skipped: [], stale: ['.'] }
  const plan = planRoot({ ...(await readRootState(store, root)), chunking }, scan)
  if (plan.read.length + plan.added.length + plan.remove.length === 0) {
    // As after an apply: a search must not wait for other processes.
    if (options.wait !== false) await writeSkips(store, root, plan.skips)
    return reportOf(plan, [], true)
  }
  await options.beforeWrite?.()
  // Before most searches nothing has changed, so the code that reads files is loaded only here.
  const { applyPlan } = await import('./apply.js')
  return applyPlan(store, { root, plan }, options)
}

async function addRoots(store: Store, folders: readonly string[], sources: readonly Source[]) {
  if (folders.length === 0) {
    const added = await addSources(store, sources)
    return { ...added, targets: added.roots }
  }
  const targets = await addFolders(store, folders)
  return { ...(await scanContextOf(store, sources)), targets, missing: [], refused: [] }
}

/** Without its folder, a root keeps its documents. */
async function indexReachable(store: Store, root: Root, options: ApplyOptions): Promise<RootReport> {
  const problem = rootProblem(root)
  if (problem === undefined) return indexRoot(store, root, options)
  const { length } = await store.listDocuments(root.name)
  const skipped = [{ path: '.', reason: `${problem}; its documents stay in the index`, isText: true }]
  return { ...noDocuments, unchanged: length, skipped, stale: [] }
}

/** What an index run would do. */
export interface IndexPlan extends TextReport {
  /** What would be embedded, and where; null without a backend. */
  readonly embedding: (Pending & Pick<EmbeddingBackend, 'provider' | 'model' | 'host'>) | null
}

/**
 * Plans an index run without a model or network. Runs the stages before embedding, so the store should be a scratch copy.
 * @throws MemoryError `FOLDER_NOT_FOUND`, `ROOT_OVERLAPS`, `NO_ROOTS`; StoreError
 */
export async function planIndex(
  store: Store,
  request: UpdateRequest,
  { chain, ...listener }: UpdateListener & { readonly chain: Pick<EmbeddingChain, 'backends'> },
): Promise<IndexPlan> {
  const texts = await updateDocuments(store, request, listener)
  await assertRoots(store)
  const [backend] = chain.backends
  if (!backend) return { ...texts, embedding: null }
  const { provider, model, host } = backend
  const { measurePending } = await import('../embedding/fill/pending-texts.js')
  const pending = await measurePending(store, await findOrAddSpace(store, backend), host)
  return { ...texts, embedding: { provider, model, host, ...pending } }
}

/** A new space has a placeholder for its dimensions, which only an opened model knows; counting does not need them. */
async function findOrAddSpace(store: Store, backend: HeldBackend): Promise<Space> {
  const present = (await store.listSpaces()).findLast((space) => isSpaceOf(space, backend))
  if (present) return present
  const { provider, model } = backend
  const space = { provider, model, dimensions: 1, promptStyle: 'unopened' }
  await store.putSpace(space)
  return space
}

/** @throws StoreError `STORE_CORRUPT` */
export async function assertWhole({ maintenance }: Store): Promise<void> {
  const [damage] = (await maintenance?.verify({ isQuick: true })) ?? []
  if (!damage) return
  throw new StoreError(
    'STORE_CORRUPT',
    `The index is damaged: ${damage}. Run 'recallite doctor --repair': it rebuilds the index from your files, and keeps undamaged vectors.`,
  )
}

/** @throws MemoryError `NO_ROOTS` */
export async function assertRoots(store: Store): Promise<void> {
  const roots = await store.listRoots()
  if (roots.length > 0) return
  const message = "There is nothing to index yet. Name a folder: 'recallite index FOLDER'."
  throw new MemoryError('NO_ROOTS', message)
}
