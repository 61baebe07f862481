import type { Root, Store } from '@recallite/store'

/** A file that was read and gave no text: while it stays as it is, it need not be read again. */
export interface KnownSkip {
  readonly stamp: string
  /** In milliseconds since the epoch. */
  readonly readAt: number
  readonly reason: string
}

/** By path. */
export type KnownSkips = ReadonlyMap<string, KnownSkip>

function noteName({ name }: Root): string {
  return `skipped files of ${name}`
}

/** What earlier runs found to be no text. */
export async function readKnownSkips(store: Store, root: Root): Promise<KnownSkips> {
  const note = await store.readNote(noteName(root))
  return new Map(note === undefined ? [] : (JSON.parse(note) as [string, KnownSkip][]))
}

/** Remembers what was found to be no text, where that has changed. */
export async function writeKnownSkips(
  store: Store,
  root: Root,
  { before, after }: { before: KnownSkips; after: KnownSkips },
): Promise<void> {
  const [old, now] = [before, after].map((skips) => JSON.stringify([...skips]))
  if (now !== undefined && now !== old) await store.writeNote(noteName(root), now)
}
