import type { Readable } from 'node:stream'

/** Everything a command says and hears; commands never touch the process itself. */
export interface Io {
  /** Data, to standard output. */
  write(text: string): void
  /** Resolves when all that was written has left the process, or cannot leave it any more. */
  flushed(): Promise<void>
  /** What was written and has not left the process by its end is not waited for: nobody may be reading. */
  dropUnread(): void
  /** Talk, to standard error. */
  talk(text: string): void
  readonly isOutputTerminal: boolean
  readonly isTalkTerminal: boolean
  /** What is handed in; opened when it is first asked for. */
  readonly input: Readable
  /** Where a progress bar is drawn. */
  readonly talkStream: NodeJS.WritableStream
  /** Aborted with an `AbortError` when the person presses Ctrl-C or the system asks to stop. */
  readonly interrupted: AbortSignal
}
