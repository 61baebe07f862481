import type { EmbedReport } from '../indexer/embed.js'
import type { Upload } from '../embedding/fill/pending-texts.js'
import type { TextReport } from '../indexer/indexer.js'

/** The defaults of `WatchOptions`, in milliseconds. */
export const watchDefaults = { debounce: 1_500, interval: 300_000 } as const

/** How to watch. */
export interface WatchOptions {
  /** How long to wait for more changes before reading the files, in milliseconds; default `watchDefaults.debounce`. */
  readonly debounce?: number | undefined
  /** How often to check all files even if no change was noticed, in milliseconds; default `watchDefaults.interval`; 0: never. */
  readonly interval?: number | undefined
  /** Whether to sync at once; default true. */
  readonly syncAtOnce?: boolean | undefined
  /** Called after every check of the files, whether or not anything was new. */
  readonly onSync?: ((report: TextReport) => void) | undefined
  /** Called after texts have been embedded, or could not be, or none had to be. */
  readonly onEmbed?: ((report: EmbedReport) => void) | undefined
  /** As in `IndexOptions`: called before texts are sent to another machine. */
  readonly onUpload?: ((upload: Upload) => void) | undefined
  /** Called with the reason why the memory cannot be brought up to date, once for the same reason in a row. */
  readonly onFailure?: ((message: string) => void) | undefined
}

/** A memory, or files, being watched. */
export interface Watch {
  /** Stops watching; resolves when nothing is running any more. */
  close(): Promise<void>
}

/** Called when files change. */
export interface FileListener {
  readonly onChange: () => void
  /** The folder of a root was moved or removed: what takes its place is not watched. */
  readonly onMove: () => void
  /** Changes are not noticed any more, for example because the system has no more watches or file descriptors. */
  readonly onFailure: (error: unknown) => void
}
