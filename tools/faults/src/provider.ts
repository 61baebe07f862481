import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@recallite/test-kit/serve'

/** The length of the provider's vectors. */
export const dimensions = 64

export interface EmbeddingRequest {
  readonly texts: readonly string[]
  /** Whether the complete answer was sent. */
  isAnswered: boolean
}

type Listener = (moment: 'received' | 'answered', request: EmbeddingRequest) => void

/** A loopback server with the format of OpenAI's embeddings. */
export interface Provider {
  readonly url: string
  readonly requests: readonly EmbeddingRequest[]
  timesAsked(): Map<string, number>
  listen(listener: Listener | undefined): void
  /** Sets the delay of each answer. */
  delay(milliseconds: number): void
  /** Sets whether each answer is a failure. */
  fail(isFailing: boolean): void
  forget(): void
  /** Resolves once every connection is closed, so that the last requests of a killed process are in `requests`. */
  whenDisconnected(): Promise<void>
  close(): Promise<void>
}

/** 64 bits of the text's hash as ±1/8. The length is 1, so that normalisation changes no byte. */
function vectorOf(text: string): number[] {
  const hash = createHash('sha256').update(text).digest()
  return Array.from({ length: dimensions }, (_, bit) =>
    ((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1 ? 0.125 : -0.125,
  )
}

/** The vector of a text as in a database: 32-bit little-endian floats. */
export function vectorBytes(text: string): Buffer {
  const bytes = Buffer.alloc(dimensions * 4)
  for (const [place, number] of vectorOf(text).entries()) bytes.writeFloatLE(number, place * 4)
  return bytes
}

export async function startProvider(): Promise<Provider> {
  const requests: EmbeddingRequest[] = []
  const state: { delay: number; isFailing?: boolean; listener: Listener | undefined } = {
    delay: 0,
    listener: undefined,
  }
  const server = await serve(async (request, response) => {
    const body = JSON.parse(request.body || '{}')
    const entry = { texts: [body.input].flat().map(String), isAnswered: false }
    requests.push(entry)
    state.listener?.('received', entry)
    if (state.delay > 0) await sleep(state.delay)
    if (state.isFailing) return void response.writeHead(503).end()
    response.setHeader('Content-Type', 'application/json')
    response.end(answerOf(entry.texts, body.encoding_format), () => {
      entry.isAnswered = true
      state.listener?.('answered', entry)
    })
  })
  return {
    url: `${server.url}/v1`,
    requests,
    timesAsked: () => countEach(requests.flatMap(({ texts }) => texts)),
    listen: (listener) => void (state.listener = listener),
    delay: (milliseconds) => void (state.delay = milliseconds),
    fail: (isFailing) => void (state.isFailing = isFailing),
    forget: () => void (requests.length = 0),
    whenDisconnected: async () => {
      while (server.connections() > 0) await sleep(5)
    },
    close: server.stop,
  }
}

function answerOf(texts: readonly string[], format: string): string {
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? vectorBytes(text).toString('base64') : vectorOf(text),
  }))
  const usage = { prompt_tokens: 8, total_tokens: 8 }
  return JSON.stringify({ object: 'list', data, model: 'text-embedding-3-small', usage })
}

function countEach(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
