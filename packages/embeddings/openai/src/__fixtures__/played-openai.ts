import { createHash } from 'node:crypto'
import { answerJson, type Answer } from '@recallite/test-kit'
import { embeddingList, errorBody, type WireEmbedding } from './documented-answers.js'

/** A key that no real one is like; `+`, `/` and `=` differ when they are written in a URL. */
export const canaryKey = 'sk-CANARY+openai/9f8e7d6c5b4a=='

/** What a request to `/embeddings` says. */
export interface WireRequest {
  readonly model: string
  readonly input: readonly string[]
  readonly encoding_format?: string
  readonly dimensions?: number
}

/** The vector that the played model has for a text: other texts, other vectors. */
export function vectorOf(text: string, dimensions: number): number[] {
  const bytes = createHash('shake256', { outputLength: dimensions }).update(text).digest()
  return [...bytes].map((byte) => (byte - 127.5) / 128)
}

/** The entries for a request, in the order of its texts. */
function entriesFor({ input, dimensions = 1536 }: WireRequest): WireEmbedding[] {
  return input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }))
}

/**
 * The API as it should be: it refuses what OpenAI refuses, and answers the rest in an order that only `index` tells.
 * `distort` changes the entries before they are sent.
 */
export function playOpenAI(distort: (entries: WireEmbedding[]) => readonly unknown[] = (entries) => entries.toReversed()): Answer {
  return (served, response) => {
    const refuse = (status: number, error: Parameters<typeof errorBody>[0]) =>
      answerJson(errorBody(error), { status })(served, response)
    if (served.headers.authorization !== `Bearer ${canaryKey}`) {
      return refuse(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' })
    }
    const request = JSON.parse(served.body) as WireRequest
    if (request.input.length === 0 || request.input.some((text) => text === '')) {
      return refuse(400, { message: "'$.input' is invalid." })
    }
    if (request.input.length > 2048) {
      return refuse(400, { message: "Invalid 'input': array too long.", code: 'array_above_max_length' })
    }
    // Four letters of English a token, as the documentation says to reckon.
    if (request.input.some((text) => text.length / 4 > 8192)) {
      return refuse(400, { message: "This model's maximum context length is 8192 tokens." })
    }
    return answerJson(embeddingList(distort(entriesFor(request))))(served, response)
  }
}
