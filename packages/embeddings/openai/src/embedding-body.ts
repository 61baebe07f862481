import type { VectorSpace } from './vector-space.js'

/** The body of a request to `/embeddings` (https://platform.openai.com/docs/api-reference/embeddings/create). */
export interface EmbeddingBody {
  readonly model: string
  readonly input: string[]
  readonly encoding_format: 'float'
  readonly dimensions?: number
}

/** What to send for these texts. */
export function embeddingBody({ model, askedDimensions }: VectorSpace, input: string[]): EmbeddingBody {
  return {
    model,
    input,
    /*
     * Left out, the SDK asks for base64 and decodes what comes as base64, whatever it is. Many servers that speak this
     * API know numbers only and ignore the wish: their lists of numbers would be decoded into wrong vectors, silently.
     */
    encoding_format: 'float',
    ...(askedDimensions === undefined ? {} : { dimensions: askedDimensions }),
  }
}
