import type { EmbedReport } from '../indexer/embed.js'
import type { Upload } from '../embedding/fill/pending-texts.js'
import type { TextReport } from '../indexer/indexer.js'

/** The defaults of `WatchOptions`, in milliseconds. */
export const watchDefaults = { debounce: 1_500, interval: 300_000 } as const

/** How to watch. */
export interface WatchOptions {
  /** Milliseconds to wait for more changes before reading the files; default `watchDefaults.debounce`. */
  readonly debounce?: number | undefined
  /** Milliseconds between checks of all files even without changes; default `watchDefaults.interval`; 0: never. */
  readonly interval?: number | undefined
  /** Whether to sync at once; default true. */
  readonly syncAtOnce?: boolean | undefined
  /** Called after every check of the files. */
  readonly onSync?: ((report: TextReport) => void) | undefined
  /** Called after every attempt to embed texts, even if there were none. */
  readonly onEmbed?: ((report: EmbedReport) => void) | undefined
  /** Called before texts are sent to another machine. */
  readonly onUpload?: ((upload: Upload) => void) | undefined
  /** Called with the reason why the memory cannot be updated; not repeated for the same reason. */
  readonly onFailure?: ((message: string) => void) | undefined
}

/** A memory, or files, being watched. */
export interface Watch {
  /** Stops watching, and waits for running work. */
  close(): Promise<void>
}

/** Called when files change. */
export interface FileListener {
  readonly onChange: () => void
  /** The folder of a root was moved or removed, so its replacement is not watched. */
  readonly onMove: () => void
  /** Watching failed, for example because the system has no more watches or file descriptors. */
  readonly onFailure: (error: unknown) => void
}
