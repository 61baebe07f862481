import type { Readable } from 'node:stream'
import { exitCodes } from './errors.js'
import { printable, terminalSafe } from './printable.js'

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

type End = (exitCode: number) => void

/** The process as an Io. */
interface ProcessIo extends Io {
  /** Whether the process must not wait for its output to be read when all else is done. */
  readonly dropsUnread: boolean
}

/**
 * The running process as an Io. A reader of the output that has gone away (`| head`) has what it wanted: `endEarly` is
 * called then, and must end the process with the status it gets. Where nobody reads the talk, the output may still be wanted.
 * Commands say what is printable; should one forget it, a terminal still gets nothing to obey but colours.
 */
export function createProcessIo(endEarly: End): ProcessIo {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort(new DOMException('interrupted', 'AbortError')))
  }
  watch(process.stdout, () => endEarly(exitCodes.done), endEarly)
  watch(process.stderr, () => undefined, endEarly)
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
    get input() {
      return process.stdin
    },
    talkStream: process.stderr,
    interrupted: interruption.signal,
  }
}

/** A reader that has gone away needs no more output; any other error of the stream is a failure. */
function watch(stream: NodeJS.WriteStream, whenReaderLeaves: () => void, end: End): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return whenReaderLeaves()
    const advice = error.code === 'ENOSPC' ? ' Make room where it goes, or send it elsewhere.' : ''
    process.stderr.write(`The output cannot be written: ${printable(error.message)}.${advice}\n`)
    end(exitCodes.failed)
  })
}
