import { PassThrough } from 'node:stream'
import { defaultColumns, type Io } from '../process-io.js'

/** An Io that records its output. */
export function recordingIo(overrides: Partial<Io> = {}): {
  io: Io
  written: () => string
  talked: () => string
} {
  const said = { written: '', talked: '' }
  const io: Io = {
    write: (text) => void (said.written += text),
    flushed: async () => {},
    dropUnread: () => {},
    talk: (text) => void (said.talked += text),
    isOutputTerminal: false,
    isTalkTerminal: false,
    columns: defaultColumns,
    input: new PassThrough(),
    talkStream: new PassThrough(),
    interrupted: new AbortController().signal,
    ...overrides,
  }
  return { io, written: () => said.written, talked: () => said.talked }
}
