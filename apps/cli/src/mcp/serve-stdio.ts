import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { printable, type Io } from '@recallite/command-line'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createServer, waitAtMost } from './create-server.js'
import type { Offer } from './offer.js'

/** How long a client may take to read the last answers, in milliseconds. */
const farewell = 1500

/**
 * Serves one client over standard input and output, until the client closes its input or the program is interrupted. Earlier
 * requests are still answered, if the client reads the answers.
 */
export async function serveStdio(offer: Offer, io: Io): Promise<void> {
  const session = new AbortController()
  // A broken input ends the session too.
  const input = Readable.from(messagesIn(io), { objectMode: false }).on('error', () => session.abort())
  const transport = new StdioServerTransport(input, outputOf(io))
  const allAnswered = watchRequests(transport)
  const onFailure = (message: string) => io.talk(`${printable(message)}\n`)
  const server = createServer(offer, { onFailure, onClose: () => session.abort() })
  await server.connect(transport)
  const isReading = await untilInputEnds({ ...io, input }, session.signal)
  const answered = isReading ? allAnswered() : Promise.resolve()
  const flushed = answered.then(() => io.flushed())
  await waitAtMost(farewell, flushed)
  await server.close()
  io.input.destroy()
  io.dropUnread()
}

/** In bytes; more than any tool needs. */
const maxMessage = 4 * 1024 * 1024

/** Passes on whole lines, except lines that are too long, which would make the transport end the session. */
async function* messagesIn({ input, talk }: Io): AsyncGenerator<Buffer, void, void> {
  let [parts, bytes]: [Buffer[], number] = [[], 0]
  for await (const chunk of input as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf('\n', start) + 1
      const part = chunk.subarray(start, end || chunk.length)
      start += part.length
      bytes += part.length
      if (bytes <= maxMessage) parts.push(part)
      if (end === 0) continue
      if (bytes > maxMessage) talk(`A message of ${bytes} bytes was ignored; the maximum is ${maxMessage}.\n`)
      else if (bytes > 1) yield Buffer.concat(parts)
      ;[parts, bytes] = [[], 0]
    }
  }
}

/** Accepts the next text after the previous one has been written. */
function outputOf(io: Io): Writable {
  const output = new Writable({
    decodeStrings: false,
    // The transport counts an answer as sent when the stream is empty.
    highWaterMark: 1,
    write(text: string, _encoding, takeNext) {
      io.write(text)
      void io.flushed().then(() => takeNext())
    },
  })
  // Each waiting answer is a listener.
  return output.setMaxListeners(0)
}

/** Counts the open requests of a transport that has no server yet. The result returns a promise that resolves when all are answered. */
function watchRequests(transport: Transport): () => Promise<void> {
  const open = new Set<unknown>()
  let tell: (() => void) | undefined
  const close = (id: unknown) => {
    open.delete(id)
    if (open.size === 0) tell?.()
  }
  const send = transport.send.bind(transport)
  const onmessage: Transport['onmessage'] = (message) => {
    if (!('method' in message)) return
    if ('id' in message) open.add(message.id)
    // A cancelled request gets no answer.
    else if (message.method === 'notifications/cancelled') close(message.params?.['requestId'])
  }
  const sendAndClose: Transport['send'] = async (message, options) => {
    await send(message, options)
    if (!('method' in message)) close(message.id)
  }
  Object.assign(transport, { onmessage, send: sendAndClose })
  return () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => (tell = resolve)))
}

/** Resolves when no more requests can arrive; true if the client may still read answers. */
async function untilInputEnds({ input, interrupted }: Io, ended: AbortSignal): Promise<boolean> {
  if (interrupted.aborted || ended.aborted) return false
  const listeners = new AbortController()
  const ends = [
    once(input, 'end', listeners).then(() => true),
    once(input, 'close', listeners).then(() => true),
    once(interrupted, 'abort', listeners).then(() => false),
    once(ended, 'abort', listeners).then(() => false),
  ].map((end) => end.catch(() => false))
  const isReading = await Promise.race(ends)
  listeners.abort()
  return isReading
}
