import type { DocumentAddress, DocumentVersion, Root, Store, StoredDocument } from '@recallite/store'
import { isBelow } from '../system-paths.js'
import { createFingerprints, isConclusive, type Chunking } from './fingerprint.js'
import { compareCodePoints, type Scan, type ScannedFile, type SkippedFile } from './scan.js'

/** By path, the files that earlier runs read and that gave no text. */
export type KnownSkips = ReadonlyMap<string, KnownSkip>

/** A file that gave no text: while its stamp stays the same, it need not be read again. */
interface KnownSkip {
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
export interface RootPlan {
  /** Files to read first: they have changed, or may have. */
  readonly read: readonly PlannedFile[]
  /** Paths of files to read that the index has no document of; their number is that of all files at first. */
  readonly added: readonly string[]
  /** Documents whose files are gone. */
  readonly remove: readonly DocumentAddress[]
  /** How many documents are certain to be unchanged, or cannot be examined now. */
  readonly unchanged: number
  /** Files that are not indexed, as far as that is known without reading them. */
  readonly skipped: readonly SkippedFile[]
  /** The skips that earlier runs recorded, and those of them that still hold. */
  readonly skips: { readonly before: KnownSkips; readonly kept: KnownSkips }
}

interface PlanSubject {
  readonly root: Pick<Root, 'name'>
  readonly skips: KnownSkips
  readonly chunking: Chunking
  /** Reads the next versions of what the index has, in the order of their paths; none at the end. */
  readonly readVersions: () => Promise<readonly DocumentVersion[]>
}

/**
 * Stage 2: compares what a root holds with what the index knows of it, both in the order of their paths, and remembers
 * differences alone. A document under a folder that could not be read stays in the index: not seeing a file does not prove that
 * it is gone.
 */
export function createPlanner({ root, skips, chunking, readVersions }: PlanSubject) {
  const read: PlannedFile[] = []
  const [added, unseen]: [string[], string[]] = [[], []]
  const known = createCursor(readVersions, (path) => void unseen.push(path))
  const fingerprints = createFingerprints(chunking)
  const kept = new Map<string, KnownSkip>()
  let files = 0

  function planKnown(file: ScannedFile, version: DocumentVersion): void {
    const fingerprint = fingerprints[file.reader]
    if (version.fingerprint !== fingerprint || !isUnchanged(version, file))
      read.push({ ...file, fingerprint })
  }

  function planNew(file: ScannedFile): void {
    const skip = skips.get(file.path)
    if (skip && isUnchanged(skip, file)) kept.set(file.path, skip)
    else added.push(plainText(file.path))
  }

  return {
    /** Plans files behind those before. */
    async add(found: readonly ScannedFile[]): Promise<void> {
      files += found.length
      for (const file of found) {
        // A promise for each file would take as long as the rest of its comparison.
        while (!known.skipTo(file.path)) await known.read()
        const version = known.take(file.path)
        if (version) planKnown(file, version)
        else planNew(file)
      }
    },

    async finish(scan: Scan): Promise<RootPlan> {
      while (!known.skipTo(undefined)) await known.read()
      const isHidden = (path: string) =>
        scan.unreadable.some((unread) => path === unread || isBelow(path, unread))
      const remove = unseen.filter((path) => !isHidden(path))
      const stillSkipped = Array.from(kept, ([path, { reason }]) => ({ path, reason, isText: true }))
      return {
        read,
        added,
        remove: remove.map((path) => ({ root: root.name, path })),
        unchanged: files - read.length - added.length - kept.size + unseen.length - remove.length,
        skipped: [...scan.skipped, ...stillSkipped],
        skips: { before: skips, kept },
      }
    },
  }
}

/** A text that was put together keeps its parts, which take several times its own memory. */
function plainText(text: string): string {
  return Buffer.from(text).toString()
}

/** Goes through versions once, in the order of their paths. */
function createCursor(readVersions: PlanSubject['readVersions'], pass: (path: string) => void) {
  let page: readonly DocumentVersion[] = []
  let at = 0
  let hasEnded = false

  return {
    async read(): Promise<void> {
      page = await readVersions()
      at = 0
      hasEnded = page.length === 0
    },

    /** Passes versions until there is none before the path (undefined: none at all); false if more have to be read for that. */
    skipTo(path: string | undefined): boolean {
      for (let version = page[at]; version; version = page[at]) {
        if (path !== undefined && compareCodePoints(version.path, path) >= 0) return true
        pass(version.path)
        at += 1
      }
      return hasEnded
    },

    /** The version of the path, if it is the next one. */
    take(path: string): DocumentVersion | undefined {
      const version = page[at]
      if (version?.path !== path) return undefined
      at += 1
      return version
    },
  }
}

/** More take no less time. */
const versionsAtOnce = 1_000

/** Reads from the store what a plan compares a scan with. */
export async function openKnownFiles(store: Store, root: Root): Promise<Omit<PlanSubject, 'chunking'>> {
  let after: string | undefined
  return {
    root,
    skips: await readKnownSkips(store, root),
    async readVersions() {
      const page = await store.listVersions(root.name, { limit: versionsAtOnce, after })
      after = page.at(-1)?.path
      return page
    },
  }
}

/** The files that earlier runs read and that gave no text. Rejects with StoreError. */
export async function readKnownSkips({ notes }: Pick<Store, 'notes'>, root: Root): Promise<KnownSkips> {
  const note = await notes?.read(noteName(root))
  return new Map(note === undefined ? [] : (JSON.parse(note) as [string, KnownSkip][]))
}

/** Records the files that gave no text, if that has changed: those of the plan and those that were found when they were read. */
export async function writeKnownSkips(
  store: Store,
  root: Root,
  {
    before,
    kept,
    found = [],
  }: RootPlan['skips'] & { readonly found?: readonly (readonly [string, KnownSkip])[] },
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
export function reportOf(plan: RootPlan, outcomes: readonly PathOutcome[], areRemoved: boolean): RootReport {
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
