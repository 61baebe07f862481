import type { DocumentVersion, Root, Store, StoredDocument } from '@recallite/store'
import { isBelow } from '../system-paths.js'
import { createFingerprints, isConclusive, type Chunking } from './fingerprint.js'
import type { Scan, ScannedFile } from './scan.js'

/** By path, the files that earlier runs read and that gave no text. */
export type KnownSkips = ReadonlyMap<string, KnownSkip>

/** A file that gave no text: while its stamp stays the same, it need not be read again. */
export interface KnownSkip {
  readonly stamp: string
  /** In milliseconds since the epoch. */
  readonly readAt: number
  readonly reason: string
}

/** A file to read that the index has a document of. */
export interface PlannedFile extends ScannedFile {
  /** How it would be indexed now. */
  readonly fingerprint: string
}

/** What has to be done for one root. */
export type RootPlan = ReturnType<typeof planRoot>

interface PlanSubject {
  readonly root: Pick<Root, 'name' | 'description'>
  readonly skips: KnownSkips
  readonly chunking: Chunking
  /** What the index has of the root. */
  readonly versions: readonly DocumentVersion[]
}

/**
 * Stage 2: compares what a root holds with what the index knows of it. A document under a folder that could not be read stays in
 * the index: not seeing a file does not prove that it is gone. Pure.
 * @returns `read`: files that have changed, or may have; `added`: paths of files that the index has no document of, at first all;
 * `unchanged`: how many documents are certainly so, or cannot be examined now; `skipped`: as far as it is known without reading;
 * `skips`: those that earlier runs recorded, and those of them that still hold
 */
export function planRoot({ root, skips, chunking, versions }: PlanSubject, scan: Scan) {
  const fingerprints = createFingerprints(chunking, root)
  const unseen = new Map(versions.map((version) => [version.path, version]))
  const read: PlannedFile[] = []
  const added: string[] = []
  const kept = new Map<string, KnownSkip>()
  for (const file of scan.files) {
    const { path, reader } = file
    const [version, skip, fingerprint] = [unseen.get(path), skips.get(path), fingerprints[reader]]
    unseen.delete(path)
    if (!version && skip && isUnchanged(skip, file)) kept.set(path, skip)
    else if (!version) added.push(path)
    else if (version.fingerprint !== fingerprint || !isUnchanged(version, file))
      read.push({ ...file, fingerprint })
  }
  const isHidden = (path: string) =>
    scan.unreadable.some((unread) => path === unread || isBelow(path, unread))
  const remove = [...unseen.keys()].filter((path) => !isHidden(path))
  const stillSkipped = Array.from(kept, ([path, { reason }]) => ({ path, reason, isText: true }))
  return {
    /** Files to read first: they have changed, or may have. */
    read,
    /** Paths of files to read that the index has no document of; their number is that of all files at first. */
    added,
    /** Documents whose files are gone. */
    remove: remove.map((path) => ({ root: root.name, path })),
    /** How many documents are certain to be unchanged, or cannot be examined now. */
    unchanged: scan.files.length - read.length - added.length - kept.size + unseen.size - remove.length,
    /** Files that are not indexed, as far as that is known without reading them. */
    skipped: [...scan.skipped, ...stillSkipped],
    /** The skips that earlier runs recorded, and those of them that still hold. */
    skips: { before: skips, kept },
  }
}

/** Reads from the store what a plan compares a scan with. */
export async function readKnownFiles(store: Store, root: Root): Promise<Omit<PlanSubject, 'chunking'>> {
  const versions: DocumentVersion[] = []
  for await (const page of versionsOf(root, store)) versions.push(...page)
  return { root, skips: await readKnownSkips(store, root), versions }
}

const versionsAtOnce = 1_000

/** What the index has of a root, many documents at a time, in the order of their paths. Rejects with StoreError. */
export async function* versionsOf({ name }: Pick<Root, 'name'>, store: Pick<Store, 'listVersions'>) {
  for (let after: string | undefined; ;) {
    const page = await store.listVersions(name, { limit: versionsAtOnce, after })
    after = page.at(-1)?.path
    if (after === undefined) return
    yield page
  }
}

/** The files that earlier runs read and that gave no text. Rejects with StoreError. */
export async function readKnownSkips({ notes }: Pick<Store, 'notes'>, root: Root): Promise<KnownSkips> {
  const note = await notes?.read(noteName(root))
  return new Map(note === undefined ? [] : (JSON.parse(note) as [string, KnownSkip][]))
}

type FoundSkips = readonly (readonly [path: string, skip: KnownSkip])[]

/** Records the files that gave no text, if that has changed: those of the plan and those that were found when they were read. */
export async function writeKnownSkips(
  store: Store,
  root: Root,
  { before, kept, found = [] }: RootPlan['skips'] & { readonly found?: FoundSkips },
): Promise<void> {
  const after = new Map([...kept, ...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const [old, now] = [before, after].map((skips) => JSON.stringify([...skips]))
  if (now !== undefined && now !== old) await store.notes?.write(noteName(root), now)
}

function isUnchanged(known: Pick<KnownSkip, 'stamp' | 'readAt'>, file: ScannedFile): boolean {
  return known.stamp === file.stamp && isConclusive(known.stamp, known.readAt)
}

function noteName({ name }: Root): string {
  return `skipped files of ${name}`
}

/** A document that an index run added, read again because it had changed, or removed. */
export interface PathChange {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly path: string
}

/** What became of one root. */
export type RootReport = ReturnType<typeof reportOf>

/** Records that a document was read again and was the same, so that its file need not be read next time. */
type DocumentMark = Pick<StoredDocument, 'root' | 'path' | 'stamp' | 'readAt'>

/** What became of a file. */
export type FileOutcome =
  | { readonly kind: 'added' | 'changed' | 'stale' }
  | { readonly kind: 'unchanged'; readonly mark?: DocumentMark | undefined }
  | {
      readonly kind: 'skipped'
      readonly reason: string
      readonly wasRemoved: boolean
      readonly skip?: KnownSkip
    }

/** What became of the file at a path. */
export type PathOutcome = FileOutcome & { readonly path: string }

/** What became of a root, by what became of its files. */
export function reportOf(plan: RootPlan, outcomes: readonly PathOutcome[], areRemoved: boolean) {
  const { remove, skipped, unchanged } = plan
  const count = (kind: FileOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  const newlySkipped = outcomes.filter((outcome) => outcome.kind === 'skipped')
  const removedFiles = newlySkipped.filter(({ wasRemoved }) => wasRemoved)
  const stale = outcomes.filter(({ kind }) => kind === 'stale')
  return {
    /** The documents that the run wrote or removed: the removed ones first, then in the order in which they were read. */
    changes: changesOf(areRemoved ? remove : [], outcomes),
    added: count('added'),
    changed: count('changed'),
    removed: removedFiles.length + (areRemoved ? remove.length : 0),
    unchanged: unchanged + count('unchanged'),
    skipped: [...skipped, ...newlySkipped.map(({ path, reason }) => ({ path, reason, isText: true }))],
    /** Paths that were not examined in time, or not written because another process is writing; `.` for all of the root. */
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
