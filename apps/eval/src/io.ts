/** Everything a command says and hears; commands never touch the process itself. */
export interface Io {
  /** Data, to standard output. */
  write(text: string): void
  /** Talk, to standard error. */
  talk(text: string): void
  readonly isTalkTerminal: boolean
  /** Aborted when the person presses Ctrl-C or the system asks to stop. */
  readonly interrupted: AbortSignal
}

/**
 * The running process as an Io. A reader that has gone away (`| head`) has what it wanted: `endEarly` is called then,
 * and must end the process.
 */
export function createProcessIo(endEarly: () => void): Io {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort(new DOMException('interrupted', 'AbortError')))
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    endEarly()
  })
  return {
    write: (text) => void process.stdout.write(text),
    talk: (text) => void process.stderr.write(text),
    isTalkTerminal: process.stderr.isTTY === true,
    interrupted: interruption.signal,
  }
}
