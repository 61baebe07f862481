import { once } from 'node:events'
import { Writable, PassThrough, pipeline, Readable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { printable, type Io } from '@recallite/command-line'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createServer, waitAtMost } from './create-server.js'
import type { Offer } from './offer.js'

/** How many requests are worked on at once; more wait until the client has read an answer. */
const mostUnderWay = 32

/** How long a client may take to read the last answers, in milliseconds. */
const farewell = 1500

/**
 * Serves one client over standard input and output, until it closes its end or the program is to stop. Requests that came
 * before the end are answered, if the client reads the answers.
 */
export async function serveStdio(offer: Offer, io: Io): Promise<void> {
  const requests = pacedInput(io.input, () => underWay.fewerThan(mostUnderWay))
  const transport = new StdioServerTransport(requests, outputOf(io))
  const underWay = watchRequests(transport)
  const allAnswered = once(requests, 'end').then(
    () => underWay.fewerThan(1),
    () => undefined,
  )
  const session = new AbortController()
  const onTrouble = (message: string) => io.talk(`${printable(message)}\n`)
  const server = createServer(offer, { onTrouble, onClose: () => session.abort() })
  await server.connect(transport)
  const isReading = await lastWord(io, session.signal)
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

/** Takes the next text when the one before has left the process. */
function outputOf(io: Io): Writable {
  const output = new Writable({
    decodeStrings: false,
    // An answer counts as sent when nothing is left to be written.
    highWaterMark: 1,
    write(text: string, _encoding, takeNext) {
      io.write(text)
      void io.flushed().then(() => takeNext())
    },
  })
  // Each answer that waits for its turn is a listener.
  return output.setMaxListeners(0)
}

interface RequestsUnderWay {
  /** Resolves when there are fewer than so many. */
  fewerThan(count: number): Promise<void>
}

/** Watches a transport that a server is going to be connected to. */
function watchRequests(transport: Transport): RequestsUnderWay {
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
    // A request that is taken back gets no answer.
    else if (message.method === 'notifications/cancelled') close(message.params?.['requestId'])
  }
  const sendAndClose: Transport['send'] = async (message, options) => {
    await send(message, options)
    if (!('method' in message)) close(message.id)
  }
  Object.assign(transport, { onmessage, send: sendAndClose })
  return {
    fewerThan: (count) =>
      open.size < count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
  }
}

/** Resolves when no more requests can come, with whether the client may still be reading answers. */
async function lastWord({ input, interrupted }: Io, ended: AbortSignal): Promise<boolean> {
  if (interrupted.aborted || ended.aborted) return false
  const heard = new AbortController()
  const ways = [
    once(input, 'end', heard).then(() => true),
    once(input, 'close', heard).then(() => true),
    once(interrupted, 'abort', heard).then(() => false),
    once(ended, 'abort', heard).then(() => false),
  ].map((way) => way.catch(() => false))
  const isReading = await Promise.race(ways)
  heard.abort()
  return isReading
}

/** How many bytes of requests are held back, once or twice, so that the end of the input is seen behind them. */
const heldBytes = 2 * 1024 * 1024

/**
 * An input line by line, each handed on when `ready` resolves: a client that asks and never reads costs what is held back
 * and no more. The input itself ends when its last byte is held.
 */
export function pacedInput(input: Readable, ready: () => Promise<void>): Readable {
  const held = new PassThrough({ readableHighWaterMark: heldBytes })
  // Whoever reads the paced input is told of a failure there.
  pipeline(input, held, () => undefined)
  return Readable.from(oneByOne(held, ready))
}

async function* oneByOne(input: AsyncIterable<Buffer>, ready: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of input) {
    for (const piece of piecesOf(chunk)) {
      await ready()
      yield piece
    }
  }
}

const lineEnd = 0x0a

function* piecesOf(chunk: Buffer): Generator<Buffer> {
  let start = 0
  while (start < chunk.length) {
    const end = chunk.indexOf(lineEnd, start)
    const next = end === -1 ? chunk.length : end + 1
    yield chunk.subarray(start, next)
    start = next
  }
}
