import { createHash } from 'node:crypto'
import { answerJson, type Answer } from '@recallite/test-kit'
import { embeddingList, errorBody, type WireEmbedding } from './documented-answers.js'

/** Unlike any real key; URLs encode its `+`, `/` and `=`. */
export const canaryKey = 'sk-CANARY+openai/9f8e7d6c5b4a=='

/** The body of a request to `/embeddings`. */
export interface WireRequest {
  readonly model: string
  readonly input: readonly string[]
  readonly encoding_format?: string
  readonly dimensions?: number
}

/** The simulated vector of a text; different texts have different vectors. */
export function vectorOf(text: string, dimensions: number): number[] {
  const bytes = createHash('shake256', { outputLength: dimensions }).update(text).digest()
  return [...bytes].map((byte) => (byte - 127.5) / 128)
}

/** The entries for a request, in the order of its texts. */
function entriesFor({ input, dimensions = 1536 }: WireRequest): WireEmbedding[] {
  return input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }))
}

/**
 * The simulated API: rejects what OpenAI rejects, and answers in an order that only `index` reveals. `distort` changes the
 * entries before they are sent.
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
    // About four English letters per token, according to the documentation.
    if (request.input.some((text) => text.length / 4 > 8192)) {
      return refuse(400, { message: "This model's maximum context length is 8192 tokens." })
    }
    return answerJson(embeddingList(distort(entriesFor(request))))(served, response)
  }
}
