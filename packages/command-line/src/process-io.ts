import type { Readable } from 'node:stream'
import { printable, terminalSafe } from '@recallite/keyword/invisible'
import { exitCodes } from './errors.js'

/** The streams and signals that a command uses; commands never touch the process itself. */
export interface Io {
  /** Data, to standard output. */
  write(text: string): void
  /** Resolves when everything written has left the process, or no longer can. */
  flushed(): Promise<void>
  /** Lets the process end without waiting for its output to be read: the reader may have stopped reading. */
  dropUnread(): void
  /** Messages, to standard error. */
  talk(text: string): void
  readonly isOutputTerminal: boolean
  readonly isTalkTerminal: boolean
  /** The columns of the terminal; 80 without one. */
  readonly columns: number
  /** Standard input, opened at the first access. */
  readonly input: Readable
  /** Where a progress bar is drawn. */
  readonly talkStream: NodeJS.WritableStream
  /** Aborted with an `AbortError` on SIGINT (Ctrl-C) or SIGTERM. */
  readonly interrupted: AbortSignal
  /** The working folder and the environment for which the command runs; default: those of this process. */
  readonly surroundings?: {
    readonly cwd?: string
    readonly variables?: Readonly<Record<string, string | undefined>>
  }
}

/** The columns of a line without a terminal. */
export const defaultColumns = 80

type End = (exitCode: number) => void

/**
 * The running process as an Io. `endEarly` must end the process with the given status; it is called when stdout is closed (`| head`),
 * which is a success. A closed stderr is ignored. `dropsUnread`: whether the process must end before its output is read.
 */
export function createProcessIo(endEarly: End): Io & { readonly dropsUnread: boolean } {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort(new DOMException('interrupted', 'AbortError')))
  }
  watch(process.stdout, () => endEarly(exitCodes.done), endEarly)
  watch(process.stderr, () => undefined, endEarly)
  // Commands escape their output; this protects terminals from control characters even if one forgets to.
  const isOutputTerminal = process.stdout.isTTY === true
  let dropsUnread = false
  return {
    write: (text) => void process.stdout.write(isOutputTerminal ? terminalSafe(text) : text),
    flushed: () => new Promise((resolve) => void process.stdout.write('', () => resolve())),
    dropUnread: () => void (dropsUnread = true),
    get dropsUnread() {
      return dropsUnread
    },
    talk: (text) => void process.stderr.write(terminalSafe(text)),
    isOutputTerminal,
    isTalkTerminal: process.stderr.isTTY === true,
    get columns() {
      return process.stdout.columns || defaultColumns
    },
    get input() {
      return process.stdin
    },
    talkStream: process.stderr,
    interrupted: interruption.signal,
  }
}

function watch(stream: NodeJS.WriteStream, whenReaderLeaves: () => void, end: End): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return whenReaderLeaves()
    const advice = error.code === 'ENOSPC' ? ' Free space on its disk, or redirect it.' : ''
    process.stderr.write(`The output cannot be written: ${printable(error.message)}.${advice}\n`)
    end(exitCodes.failed)
  })
}
