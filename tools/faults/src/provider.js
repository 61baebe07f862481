import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'

/** Length of the vectors that the provider answers with. */
export const dimensions = 64

/**
 * @typedef {object} EmbeddingRequest
 * @property {readonly string[]} texts
 * @property {boolean} isAnswered whether the whole answer was handed to the system
 */

/**
 * @typedef {object} Provider a server on loopback in the wire format of OpenAI's embeddings
 * @property {string} url with `/v1`
 * @property {readonly EmbeddingRequest[]} requests
 * @property {() => Map<string, number>} timesAsked how often each text was sent
 * @property {(listener: ((request: EmbeddingRequest, moment: 'received' | 'answered') => void) | undefined) => void} listen
 * @property {(milliseconds: number) => void} delay how long each answer takes from now on
 * @property {() => void} forget
 * @property {(alias: string, text: string) => void} alias makes one text have the vector of another
 * @property {() => Promise<void>} close
 */

/**
 * The vector of a text: the signs of 64 bits of its hash, each number ±1/8. Its length is exactly 1, so no program
 * that normalises it changes a byte.
 * @param {string} text
 * @returns {number[]}
 */
export function vectorOf(text) {
  const hash = createHash('sha256').update(text).digest()
  return Array.from({ length: dimensions }, (_, bit) =>
    ((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1 ? 0.125 : -0.125,
  )
}

/**
 * The vector of a text as a database stores it: 32-bit floats, the low byte first.
 * @param {string} text
 */
export function vectorBytes(text) {
  const bytes = Buffer.alloc(dimensions * 4)
  for (const [place, number] of vectorOf(text).entries()) bytes.writeFloatLE(number, place * 4)
  return bytes
}

/** @param {readonly string[]} texts @param {string} format */
function answerOf(texts, format) {
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? vectorBytes(text).toString('base64') : vectorOf(text),
  }))
  return JSON.stringify({
    object: 'list',
    data,
    model: 'text-embedding-3-small',
    usage: { prompt_tokens: 8, total_tokens: 8 },
  })
}

/** @returns {Promise<Provider>} */
export async function startProvider() {
  const state = {
    /** @type {EmbeddingRequest[]} */ requests: [],
    /** @type {Map<string, string>} */ aliases: new Map(),
    delay: 0,
    /** @type {Parameters<Provider['listen']>[0]} */ listener: undefined,
  }
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await readText(request)) || '{}')
    /** @type {string[]} */
    const texts = [body.input].flat().map(String)
    const entry = { texts, isAnswered: false }
    state.requests.push(entry)
    state.listener?.(entry, 'received')
    if (state.delay > 0) await new Promise((resolve) => setTimeout(resolve, state.delay))
    response.setHeader('Content-Type', 'application/json')
    const named = texts.map((text) => state.aliases.get(text) ?? text)
    response.end(answerOf(named, body.encoding_format), () => {
      entry.isAnswered = true
      state.listener?.(entry, 'answered')
    })
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: state.requests,
    timesAsked: () => countEach(state.requests.flatMap(({ texts }) => texts)),
    listen: (listener) => void (state.listener = listener),
    delay: (milliseconds) => void (state.delay = milliseconds),
    alias: (alias, text) => void state.aliases.set(alias, text),
    forget: () => void (state.requests.length = 0),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** @param {readonly string[]} items */
function countEach(items) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
