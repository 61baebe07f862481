import { type Stats, statSync } from 'node:fs'

/**
 * Where documents come from:
 * - a text: the folder of that path, all of it;
 * - `memory`: what an agent remembers in a workspace, its MEMORY.md and the Markdown in its folder `memory`;
 * - `paths`: files, folders and globs; `~` is `home`, what is relative begins in `folder` (default: the working folder);
 * - `sessions`: the transcripts (`*.jsonl`) in a folder; those not written to for `retentionDays` leave the index (default:
 *   never), and those that have grown by less than `deltaBytes` may wait.
 */
export type Source = string | MemorySource | PathsSource | SessionsSource

/** What an agent remembers in a workspace. */
export interface MemorySource {
  readonly kind: 'memory'
  readonly folder: string
}

/** Files, folders and globs. */
export interface PathsSource {
  readonly kind: 'paths'
  readonly paths: readonly string[]
  readonly folder?: string | undefined
  readonly home?: string | undefined
  /** What leads out of this folder is refused, by whatever links; absolute and without links. Default: nothing is. */
  readonly within?: string | undefined
  /** What the documents are about, for a root that has no description and is no part of another: see `rootDescription`. */
  readonly description?: string | undefined
}

/** Transcripts of conversations. */
export interface SessionsSource extends SessionRules {
  readonly kind: 'sessions'
  readonly folder: string
  /** As of `PathsSource`. */
  readonly within?: string | undefined
}

/** Which transcripts are documents, and when they are read again. */
export interface SessionRules {
  readonly retentionDays?: number | undefined
  /** How many bytes of a watched transcript have to be new before it is read again; default 100,000. */
  readonly deltaBytes?: number | undefined
}

/** A folder that a source wants to be a root, or part of one. */
export interface WantedRoot extends SessionRules {
  /** Absolute, without links. */
  readonly path: string
  readonly kind?: 'sessions'
  /** Globs, relative to the folder; default all files in it. */
  readonly include?: readonly string[]
  readonly description?: string
}

/** A path of a source that is not indexed, because it leads to where it must not. */
export interface RefusedPath {
  /** Absolute, as it was named. */
  readonly path: string
  /** Why, and what to do, as a sentence. */
  readonly reason: string
}

/** What a source wants. */
export interface Wanted {
  readonly roots: readonly WantedRoot[]
  readonly refused: readonly RefusedPath[]
  /** Absolute paths that do not exist. */
  readonly missing: readonly string[]
  /** Folders that do not exist now, and whose documents stay in the index: their disk may be detached. */
  readonly unreachable: readonly string[]
}

/** A wish with some of its parts. */
export function wantOnly(parts: Partial<Wanted>): Wanted {
  return { roots: [], refused: [], missing: [], unreachable: [], ...parts }
}

/** The wish of a path that does not exist. */
export function missingPath(path: string): Wanted {
  return wantOnly({ missing: [path], unreachable: [path] })
}

/** The stats of a path; undefined if it does not exist or cannot be examined. */
export function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
