import { once } from 'node:events'
import { PassThrough, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Transport } from '@modelcontextprotocol/server'
import { serveStdio as serveProtocol, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { printable, type Io } from '@recallite/command-line'
import { createServer, protocolFailure, waitAtMost } from './create-server.js'
import type { Offer } from './offer.js'

/** How long a client may take to read the last answers, in milliseconds. */
const farewell = 1500

/**
 * Serves one client of either era over standard input and output, until the client closes its input or the program is interrupted.
 * Earlier requests are still answered, if the client reads the answers.
 */
export async function serveStdio(offer: Offer, io: Io): Promise<void> {
  // It does not end with the input, because the library would cancel the open requests.
  const messages = new PassThrough()
  const { transport, allAnswered, closed } = watchRequests(new StdioServerTransport(messages, outputOf(io)))
  const server = serveProtocol(() => createServer(offer), {
    transport,
    onerror: (error) => io.talk(`${printable(protocolFailure(error))}\n`),
  })
  const read = pipeline(Readable.from(messagesIn(io), { objectMode: false }), messages, { end: false })
  const isReading = await untilInputEnds(read, AbortSignal.any([io.interrupted, closed]))
  const answered = isReading ? untilPassed(messages).then(allAnswered) : Promise.resolve()
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

/** Resolves when the reader of a stream has everything that was written. */
async function untilPassed(messages: PassThrough): Promise<void> {
  while (messages.readableLength + messages.writableLength > 0) await setImmediate()
}

/** Counts the open requests of a transport. `allAnswered` resolves when there are none; `closed` is aborted when the transport closes. */
function watchRequests(wire: Transport) {
  const open = new Set<unknown>()
  const ended = new AbortController()
  let tell: (() => void) | undefined
  const close = (id: unknown) => {
    open.delete(id)
    if (open.size === 0) tell?.()
  }
  const transport: Transport = {
    start: () => wire.start(),
    close: () => wire.close(),
    async send(message, options) {
      await wire.send(message, options)
      if (!('method' in message)) close(message.id)
    },
  }
  const onmessage: Transport['onmessage'] = (message, extra) => {
    if ('method' in message && message.method !== 'subscriptions/listen') {
      if ('id' in message) open.add(message.id)
      // A cancelled request gets no answer.
      else if (message.method === 'notifications/cancelled') close(message.params?.['requestId'])
    }
    transport.onmessage?.(message, extra)
  }
  const onclose = () => {
    ended.abort()
    transport.onclose?.()
  }
  Object.assign(wire, { onmessage, onclose, onerror: (error: Error) => transport.onerror?.(error) })
  const allAnswered = () =>
    open.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => (tell = resolve))
  return { transport, allAnswered, closed: ended.signal }
}

/** Resolves when no more requests can arrive; true if the client may still read answers. */
async function untilInputEnds(read: Promise<void>, ended: AbortSignal): Promise<boolean> {
  // A broken input ends the session too.
  const wholly = read.then(
    () => true,
    () => false,
  )
  if (ended.aborted) return false
  return Promise.race([wholly, once(ended, 'abort').then(() => false)])
}
