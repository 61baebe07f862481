import { exitCodes } from './exit-codes.js'
import type { Io } from './io.js'

/** Ends the process with a status. */
type End = (exitCode: number) => void

/** A reader that has gone away has what it wanted; whatever else keeps output from being written is a failure. */
function watch(stream: NodeJS.WriteStream, whenReaderLeaves: () => void, end: End): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return whenReaderLeaves()
    process.stderr.write(`The output cannot be written: ${error.message}\n`)
    end(exitCodes.failed)
  })
}

/**
 * The running process as an Io. A reader of the output that has gone away (`| head`) has what it wanted: `endEarly` is
 * called then, and must end the process with the status it gets. Where nobody reads the talk, the output may still be wanted.
 */
export function createProcessIo(endEarly: End): Io {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort(new DOMException('interrupted', 'AbortError')))
  }
  watch(process.stdout, () => endEarly(exitCodes.done), endEarly)
  watch(process.stderr, () => undefined, endEarly)
  return {
    write: (text) => void process.stdout.write(text),
    talk: (text) => void process.stderr.write(text),
    isOutputTerminal: process.stdout.isTTY === true,
    isTalkTerminal: process.stderr.isTTY === true,
    talkStream: process.stderr,
    interrupted: interruption.signal,
  }
}
