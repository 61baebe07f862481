import type { Io } from './io.js'

function whenReaderLeaves(stream: NodeJS.WriteStream, react: () => void): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    react()
  })
}

/**
 * The running process as an Io. A reader of the output that has gone away (`| head`) has what it wanted: `endEarly` is
 * called then, and must end the process. Where nobody reads the talk, the output may still be wanted.
 */
export function createProcessIo(endEarly: () => void): Io {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort(new DOMException('interrupted', 'AbortError')))
  }
  whenReaderLeaves(process.stdout, endEarly)
  whenReaderLeaves(process.stderr, () => undefined)
  return {
    write: (text) => void process.stdout.write(text),
    talk: (text) => void process.stderr.write(text),
    isOutputTerminal: process.stdout.isTTY === true,
    isTalkTerminal: process.stderr.isTTY === true,
    talkStream: process.stderr,
    interrupted: interruption.signal,
  }
}
