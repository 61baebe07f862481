import type { ServedRequest } from '@recallite/test-kit'

/** The request and answer formats of a provider. */
export interface Wire {
  /** The texts of a request; undefined for a request about something else. */
  textsOf(request: ServedRequest): string[] | undefined
  /** The requested length of the vectors. */
  lengthOf(request: ServedRequest): number
  /** The body with these vectors, or with replacements. */
  body(vectors: readonly unknown[]): unknown
  /** The body of a refusal; `word` is the provider's code for the reason. */
  refusal(status: number, message: string, word?: string): unknown
}

/** An entry of the list in OpenAI's answer. */
export interface OpenAIEntry {
  readonly object: 'embedding'
  readonly index: unknown
  readonly embedding: unknown
}

/** https://platform.openai.com/docs/api-reference/embeddings/object */
export function openAIList(data: readonly OpenAIEntry[]): unknown {
  return {
    object: 'list',
    data,
    model: 'text-embedding-3-small',
    usage: { prompt_tokens: 8, total_tokens: 8 },
  }
}

/** https://platform.openai.com/docs/api-reference/embeddings, https://platform.openai.com/docs/guides/error-codes */
const openai: Wire = {
  textsOf: ({ path, body }) =>
    path.startsWith('/v1/embeddings') ? [(JSON.parse(body) as { input: string | string[] }).input].flat() : undefined,
  lengthOf: ({ body }) => (JSON.parse(body) as { dimensions?: number }).dimensions ?? 1536,
  // In another order than the request, since only `index` identifies the text.
  body: (vectors) =>
    openAIList(
      vectors.map((embedding, index) => ({ object: 'embedding' as const, index, embedding })).toReversed(),
    ),
  refusal: (_, message, word = 'invalid_request_error') => ({
    error: { message, type: word, param: null, code: word },
  }),
}

interface GeminiBody {
  readonly requests: readonly {
    readonly content: { readonly parts: readonly { readonly text: string }[] }
    readonly outputDimensionality?: number
  }[]
}

/** https://ai.google.dev/api/embeddings#method:-models.batchembedcontents */
const gemini: Wire = {
  textsOf: ({ path, body }) =>
    path.includes(':batchEmbedContents')
      ? (JSON.parse(body) as GeminiBody).requests.map(({ content }) =>
          content.parts.map(({ text }) => text).join(''),
        )
      : undefined,
  lengthOf: ({ body }) => (JSON.parse(body) as GeminiBody).requests[0]?.outputDimensionality ?? 3072,
  body: (vectors) => ({
    embeddings: vectors.map((values) => (Array.isArray(values) ? { values: values as unknown } : values)),
  }),
  refusal: (code, message, status = 'INVALID_ARGUMENT') => ({
    error: { code, message, status, details: [] },
  }),
}

/** https://docs.ollama.com/api/embed */
const ollama: Wire = {
  textsOf: ({ path, body }) =>
    path === '/api/embed' ? (JSON.parse(body) as { input: string[] }).input : undefined,
  lengthOf: ({ body }) => (JSON.parse(body) as { dimensions?: number }).dimensions ?? 768,
  body: (embeddings) => ({
    model: 'nomic-embed-text',
    embeddings,
    total_duration: 14143917,
    load_duration: 1019500,
    prompt_eval_count: 8,
  }),
  refusal: (_, error) => ({ error }),
}

/** The formats by the name of the provider. */
export const wires = { openai, gemini, ollama } as const

/** A simulated provider. */
export type PlayedName = keyof typeof wires

/** JSON in which `@…@` stands for values that JSON cannot express, such as `"@1e999@"` for `1e999`. */
export function looseJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"@(.+?)@"/g, '$1')
}
