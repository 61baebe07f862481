/**
 * Where documents come from:
 * - a text: the folder of that path, all of it;
 * - `memory`: what an agent remembers in a workspace, its MEMORY.md and the Markdown in its folder `memory`;
 * - `paths`: files, folders and globs; `~` is `home`, what is relative begins in `folder` (default: the working folder);
 * - `sessions`: the transcripts (`*.jsonl`) in a folder; those not written to for `retentionDays` leave the index (default:
 *   never), and those that have grown by less than `deltaBytes` and `deltaMessages` may wait.
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
}

/** Transcripts of conversations. */
export interface SessionsSource {
  readonly kind: 'sessions'
  readonly folder: string
  readonly retentionDays?: number | undefined
  readonly deltaBytes?: number | undefined
  readonly deltaMessages?: number | undefined
  /** As of `PathsSource`. */
  readonly within?: string | undefined
}
