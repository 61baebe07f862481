import { once } from 'node:events'
import { Writable, PassThrough, pipeline, Readable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { printable, type Io } from '@recallite/command-line'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createServer, waitAtMost } from './create-server.js'
import type { Offer } from './offer.js'

/** How many requests are answered at once; more wait until the client has read an answer. */
const mostOpen = 32

/** How long a client may take to read the last answers, in milliseconds. */
const farewell = 1500

/**
 * Serves one client over standard input and output, until the client closes its end or the program is asked to stop.
 * Requests that came before are answered, if the client reads the answers.
 */
export async function serveStdio(offer: Offer, io: Io): Promise<void> {
  const requests = pacedInput(io.input, () => underWay.fewerThan(mostOpen))
  const transport = new StdioServerTransport(requests, outputOf(io))
  const underWay = watchRequests(transport)
  const allAnswered = once(requests, 'end').then(
    () => underWay.fewerThan(1),
    () => undefined,
  )
  const session = new AbortController()
  const onFailure = (message: string) => io.talk(`${printable(message)}\n`)
  const server = createServer(offer, { onFailure, onClose: () => session.abort() })
  await server.connect(transport)
  const isReading = await untilInputEnds(io, session.signal)
  const answered = isReading ? allAnswered : Promise.resolve()
  await waitAtMost(
    farewell,
    answered.then(() => io.flushed()),
  )
  await server.close()
  requests.destroy()
  io.input.destroy()
  io.dropUnread()
}

/** Accepts the next text when the one before has left the process. */
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

/**
 * Counts the open requests of a transport, before a server is connected to it. `fewerThan` resolves when there are fewer
 * than so many.
 */
function watchRequests(transport: Transport) {
  const open = new Set<unknown>()
  let waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const close = (id: unknown) => {
    open.delete(id)
    for (const { count, resolve } of waiting) if (open.size < count) resolve()
    waiting = waiting.filter(({ count }) => open.size >= count)
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
  return {
    fewerThan: (count: number): Promise<void> =>
      open.size < count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
  }
}

/** Resolves when no more requests can come, with whether the client may still read answers. */
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

/** How many bytes of requests are buffered, once or twice, so that the end of the input behind them is noticed. */
const heldBytes = 2 * 1024 * 1024

/**
 * An input line by line, each passed on when `ready` resolves, so that a client that never reads its answers costs no more
 * memory than the buffer. The input ends when its last byte is buffered.
 */
export function pacedInput(input: Readable, ready: () => Promise<void>): Readable {
  const held = new PassThrough({ readableHighWaterMark: heldBytes })
  // A failure reaches the reader of the paced input.
  pipeline(input, held, () => undefined)
  return Readable.from(lineByLine(held, ready))
}

async function* lineByLine(input: AsyncIterable<Buffer>, ready: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of input) {
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf('\n', start)
      const next = end === -1 ? chunk.length : end + 1
      await ready()
      yield chunk.subarray(start, next)
      start = next
    }
  }
}
