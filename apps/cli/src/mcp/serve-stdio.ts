import { once } from 'node:events'
import { Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { printable, type Io } from '@recallite/command-line'
import { createServer } from './create-server.js'
import type { Offer } from './offer.js'
import { pacedInput } from './paced-input.js'
import { watchRequests } from './requests-under-way.js'
import { waitAtMost } from './wait-at-most.js'

/** How long a client still gets answers when all is said, in milliseconds. */
const farewell = 1500

/** How many requests are worked on at once; more wait until the client has read an answer. */
const mostUnderWay = 32

/** The output, which takes a text when the one before has left the process. */
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

/** Resolves when there is nothing more to come, with whether the client may still be reading. */
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
