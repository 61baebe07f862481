/** Everything a command says and hears; commands never touch the process itself. */
export interface Io {
  /** Data, to standard output. */
  write(text: string): void
  /** Talk, to standard error. */
  talk(text: string): void
  readonly isOutputTerminal: boolean
  readonly isTalkTerminal: boolean
  /** Where a progress bar is drawn. */
  readonly talkStream: NodeJS.WritableStream
  /** Aborted with an `AbortError` when the person presses Ctrl-C or the system asks to stop. */
  readonly interrupted: AbortSignal
}
