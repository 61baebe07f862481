import type { ChunkedSource } from '@recallite/chunker'
import type { DocumentMark, DocumentVersion, Root, Store } from '@recallite/store'
import { isBelow } from '../system-paths.js'
import { createFingerprints, isConclusive, type Chunking } from './fingerprint.js'
import type { Scan, ScannedFile } from './scan.js'

/** By path, the files in which earlier runs found no text. */
export type RecordedSkips = ReadonlyMap<string, RecordedSkip>

/** A file without text, which need not be read again while its stamp and its indexing fingerprint are the same. */
export interface RecordedSkip {
  readonly stamp: string
  readonly fingerprint: string
  /** In milliseconds since the epoch. */
  readonly readAt: number
  readonly reason: string
}

/** A file to read whose document is in the index. */
export interface PlannedFile extends ScannedFile {
  readonly fingerprint: string
}

export type RootPlan = ReturnType<typeof planRoot>

interface PlanSubject {
  readonly root: Pick<Root, 'name' | 'description'>
  readonly skips: RecordedSkips
  readonly chunking: Chunking
  readonly versions: readonly DocumentVersion[]
}

/**
 * Stage 2: compares the scan of a root with the index. A document in a folder that could not be read stays in the index, because
 * its file may still exist. Pure.
 */
export function planRoot({ root, skips, chunking, versions }: PlanSubject, scan: Scan) {
  const fingerprints = createFingerprints(chunking, root)
  const unseen = new Map(versions.map((version) => [version.path, version]))
  const read: PlannedFile[] = []
  const added: string[] = []
  const valid = new Map<string, RecordedSkip>()
  for (const file of scan.files) {
    const { path, reader } = file
    const [version, skip, fingerprint] = [unseen.get(path), skips.get(path), fingerprints[reader]]
    unseen.delete(path)
    if (!version && skip?.fingerprint === fingerprint && isUnchanged(skip, file)) valid.set(path, skip)
    else if (!version) added.push(path)
    else if (version.fingerprint !== fingerprint || !isUnchanged(version, file))
      read.push({ ...file, fingerprint })
  }
  const isHidden = (path: string) =>
    scan.unreadable.some((unread) => path === unread || isBelow(path, unread))
  const remove = [...unseen.keys()].filter((path) => !isHidden(path))
  const stillSkipped = Array.from(valid, ([path, { reason }]) => ({ path, reason, isText: true }))
  return {
    /** Files to read first, which may have changed. */
    read,
    /** Paths of files to read that are not in the index. */
    added,
    remove: remove.map((path) => ({ root: root.name, path })),
    /** Number of documents that are unchanged, or cannot be examined now. */
    unchanged: scan.files.length - read.length - added.length - valid.size + unseen.size - remove.length,
    /** Files that need not be read to know that they are not indexed. */
    skipped: [...scan.skipped, ...stillSkipped],
    /** The skips of earlier runs, and those that are still valid. */
    skips: { before: skips, valid },
  }
}

/** Reads the state of a root in the index, for `planRoot`. */
export async function readRootState(store: Store, root: Root): Promise<Omit<PlanSubject, 'chunking'>> {
  const versions: DocumentVersion[] = []
  for await (const page of versionsOf(root, store)) versions.push(...page)
  return { root, skips: await readSkips(store, root), versions }
}

const versionsPerPage = 1_000

/** The document versions of a root in pages, in path order. Rejects with StoreError. */
export async function* versionsOf({ name }: Pick<Root, 'name'>, store: Pick<Store, 'listVersions'>) {
  for (let after: string | undefined; ;) {
    const page = await store.listVersions(name, { limit: versionsPerPage, after })
    after = page.at(-1)?.path
    if (after === undefined) return
    yield page
  }
}

export async function readSkips({ notes }: Pick<Store, 'notes'>, root: Root): Promise<RecordedSkips> {
  const note = await notes?.read(noteName(root))
  return new Map(note === undefined ? [] : (JSON.parse(note) as [string, RecordedSkip][]))
}

type AddedSkips = readonly (readonly [path: string, skip: RecordedSkip])[]

/** Records the files without text, if they have changed: those of the plan and the added ones. */
export async function writeSkips(
  store: Store,
  root: Root,
  { before, valid, added = [] }: RootPlan['skips'] & { readonly added?: AddedSkips },
): Promise<void> {
  const after = new Map([...valid, ...added].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const [old, now] = [before, after].map((skips) => JSON.stringify([...skips]))
  if (now !== undefined && now !== old) await store.notes?.write(noteName(root), now)
}

function isUnchanged({ stamp, readAt }: Pick<RecordedSkip, 'stamp' | 'readAt'>, file: ScannedFile): boolean {
  return stamp === file.stamp && isConclusive(stamp, readAt)
}

function noteName({ name }: Root): string {
  return `skipped files of ${name}`
}

export interface PathChange {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly path: string
}

export type RootReport = ReturnType<typeof reportOf>

export type FileOutcome =
  | { readonly kind: 'stale' }
  | {
      readonly kind: 'added' | 'changed'
      readonly leftOut: ChunkedSource['leftOut']
      readonly unread: readonly string[]
    }
  | { readonly kind: 'unchanged'; /** Its new stamp. */ readonly mark?: DocumentMark | undefined }
  | {
      readonly kind: 'skipped'
      readonly reason: string
      readonly wasRemoved: boolean
      readonly skip?: RecordedSkip
    }

export type PathOutcome = FileOutcome & { readonly path: string }

export function reportOf(plan: RootPlan, outcomes: readonly PathOutcome[], areRemoved: boolean) {
  const { remove, skipped, unchanged } = plan
  const count = (kind: FileOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
  const newlySkipped = outcomes.filter((outcome) => outcome.kind === 'skipped')
  const removedFiles = newlySkipped.filter(({ wasRemoved }) => wasRemoved)
  const stale = outcomes.filter(({ kind }) => kind === 'stale')
  const leftOut = outcomes.flatMap((outcome) => ('leftOut' in outcome ? [outcome.leftOut] : []))
  return {
    /** Removed documents first, then in the order of reading. */
    changes: changesOf(areRemoved ? remove : [], outcomes),
    added: count('added'),
    changed: count('changed'),
    removed: removedFiles.length + (areRemoved ? remove.length : 0),
    unchanged: unchanged + count('unchanged'),
    /** Number of lines of front matter that was read as metadata, not as text. */
    frontMatterLines: leftOut.reduce((sum, each) => sum + each.frontMatterLines, 0),
    /** Number of other lines with text that are in no chunk of the documents that were read. */
    leftOutLines: leftOut.reduce((sum, { lines }) => sum + lines, 0),
    /** The characters of these lines and of other noise. */
    leftOutCharacters: leftOut.reduce((sum, { characters }) => sum + characters, 0),
    skipped: [...skipped, ...newlySkipped.map(({ path, reason }) => ({ path, reason, isText: true }))],
    /** What was not understood in the files that were read. */
    unread: outcomes.flatMap((outcome) =>
      'unread' in outcome ? outcome.unread.map((reason) => ({ path: outcome.path, reason })) : [],
    ),
    /** Paths that were not examined in time, or not written because another process is writing; `.` for the whole root. */
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
