import { EmbeddingError } from '@recallite/embeddings'
import type { FailedResponse } from '@recallite/embeddings/http'

/** Who was asked for what. */
interface Asked {
  /** Host and port. */
  readonly host: string
  readonly model: string
}

/** What Ollama alone says, by the words of its `error`; the first that fits counts. */
const sayings: readonly (readonly [
  words: RegExp,
  code: EmbeddingError['code'],
  explain: (asked: Asked) => string,
])[] = [
  [
    /model\b.*\bnot found/i,
    'EMBEDDING_MODEL_UNAVAILABLE',
    ({ host, model }) => `Ollama at ${host} does not have the model ${model}. Get it: ollama pull ${model}`,
  ],
  [
    /does not support (?:generating )?embed/i,
    'EMBEDDING_MODEL_UNAVAILABLE',
    ({ host, model }) =>
      `${model} of Ollama at ${host} is no model for embedding. Name one, such as nomic-embed-text.`,
  ],
  [
    // What some models make of some texts, for good: JSON cannot carry it.
    /unsupported value: (?:NaN|[+-]?Inf)/,
    'EMBEDDING_RESPONSE_INVALID',
    ({ host, model }) =>
      `${model} of Ollama at ${host} made a vector that is not finite of one of the texts.`,
  ],
]

/** The error for an answer that is a failure in Ollama's terms; undefined for one that its status tells enough of. */
export function explainResponse(
  { status, host, body }: FailedResponse,
  model: string,
): EmbeddingError | undefined {
  const words = String(body)
  const known = status < 400 ? undefined : sayings.find(([pattern]) => pattern.test(words))
  if (known === undefined) return undefined
  const [, code, explain] = known
  return new EmbeddingError(code, explain({ host, model }))
}

/** What a call is to reject with: where nothing listens, that Ollama does not run. */
export function explainError(error: unknown, host: string): unknown {
  if (!EmbeddingError.isInstance(error) || !error.isRetryable) return error
  if (!error.message.includes('ECONNREFUSED')) return error
  const message = `Ollama does not run at ${host} (ECONNREFUSED). Start it with: ollama serve`
  return new EmbeddingError(error.code, message, { cause: error.cause, isRetryable: true })
}
