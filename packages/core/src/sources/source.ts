import { type Stats, statSync } from 'node:fs'

/** Where documents come from; a string is the path of a folder. */
export type Source = string | MemorySource | PathsSource | SessionsSource

/** The memory of an agent in a workspace folder: its `MEMORY.md`, and the Markdown files in its folder `memory`. */
export interface MemorySource {
  readonly kind: 'memory'
  readonly folder: string
}

/** Files, folders and globs. */
export interface PathsSource {
  readonly kind: 'paths'
  readonly paths: readonly string[]
  /** The base of relative paths; default: the working folder. */
  readonly folder?: string | undefined
  /** The folder that `~` means. */
  readonly home?: string | undefined
  /** An absolute folder without links; paths and links that lead out of it are refused. Default: no limit. */
  readonly within?: string | undefined
  /** See `rootDescription`; used if the root has none and is separate. */
  readonly description?: string | undefined
}

/** The transcripts in a folder. */
export interface SessionsSource extends SessionRules {
  readonly kind: 'sessions'
  readonly folder: string
  /** Globs, relative to the folder; default all `*.jsonl` files in it. */
  readonly include?: readonly string[] | undefined
  /** Of the root; default that of the folder. */
  readonly name?: string | undefined
  /** As in `PathsSource`. */
  readonly within?: string | undefined
}

/** Which transcripts are documents, and when they are read again. */
export interface SessionRules {
  /** Days after its last change when a transcript leaves the index; default: never. */
  readonly retentionDays?: number | undefined
  /** New bytes after which a watched transcript is read again; default 100,000. */
  readonly deltaBytes?: number | undefined
}

/** A folder of a source, which becomes a root or part of one. */
export interface SourceRoot extends SessionRules {
  /** Absolute, without links. */
  readonly path: string
  readonly kind?: 'sessions'
  /** Default that of the folder. */
  readonly name?: string | undefined
  /** Globs, relative to the folder; default all files in it. */
  readonly include?: readonly string[] | undefined
  readonly description?: string
}

/** A path of a source that is not indexed, because it leads out of the allowed folder. */
export interface RefusedPath {
  /** Absolute, as it was named. */
  readonly path: string
  /** Why, and what to do, as a sentence. */
  readonly reason: string
}

/** The paths of sources, resolved. */
export interface ResolvedSources {
  readonly roots: readonly SourceRoot[]
  readonly refused: readonly RefusedPath[]
  /** Absolute paths that do not exist. */
  readonly missing: readonly string[]
  /** Folders that do not exist now, but whose documents stay in the index: their disk may be detached. */
  readonly unreachable: readonly string[]
}

export function toResolved(parts: Partial<ResolvedSources>): ResolvedSources {
  return { roots: [], refused: [], missing: [], unreachable: [], ...parts }
}

export function missingPath(path: string): ResolvedSources {
  return toResolved({ missing: [path], unreachable: [path] })
}

/** Undefined if the path does not exist or cannot be examined. */
export function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
