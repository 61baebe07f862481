import type { DocumentAddress, DocumentVersion, Root, Store } from '@recallite/store'
import { isBelow } from '../system-paths.js'
import { createFingerprints, isConclusive, type Chunking } from './fingerprint.js'
import { compareCodePoints, type Scan, type ScannedFile, type SkippedFile } from './scan.js'

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

/** What a plan is made of. */
export interface PlanSubject {
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
