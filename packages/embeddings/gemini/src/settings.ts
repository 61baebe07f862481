import { type EmbeddingRole, unavailable } from '@recallite/embeddings'
import {
  assertApiKey,
  assertDimensions,
  assertEndpoint,
  type Connection,
  type ConnectionOptions,
  createConnection,
  type HostedSettings,
} from '@recallite/embeddings/http'
import { applyPrompt, cutText } from '@recallite/embeddings/provider'

/** The settings of a Gemini model. */
export interface GeminiEmbeddingsSettings extends HostedSettings {
  /** A key of Google AI Studio; sent in one header, only to the host of `baseUrl`. */
  readonly apiKey: string
  /** Default `gemini-embedding-001`. */
  readonly model?: string | undefined
  /** The length of the vectors; default 768. Google recommends 768, 1,536 or 3,072. */
  readonly dimensions?: number | undefined
  /** Without the version; default `https://generativelanguage.googleapis.com`. */
  readonly baseUrl?: string | undefined
}

export type ResolvedSettings = ReturnType<typeof resolveSettings>

/**
 * Validates the settings and fills in the defaults; the name of the model is without the prefix `models/`.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export function resolveSettings(settings: GeminiEmbeddingsSettings) {
  const model = (settings.model ?? 'gemini-embedding-001').replace(/^models\//, '')
  const dimensions = settings.dimensions ?? 768
  if (!/^\w[\w.-]*$/.test(model))
    throw unavailable(`"${model}" is not the name of a Gemini model. Name one like gemini-embedding-001.`)
  assertDimensions(dimensions)
  const { baseUrl = 'https://generativelanguage.googleapis.com', allowHttp } = settings
  const endpoint = assertEndpoint(baseUrl, allowHttp)
  return { ...settings, apiKey: checkKey(settings.apiKey), model, dimensions, endpoint }
}

/** A connection to the Gemini API. Settings override the limits, which override those of `guardFetch`. */
export function connect(settings: ResolvedSettings, limits: Partial<ConnectionOptions> = {}): Connection {
  const { apiKey, firstByteTimeout = limits.firstByteTimeout } = settings
  return createConnection({ ...settings, ...limits, provider: 'gemini', secrets: [apiKey], firstByteTimeout })
}

const keyRemedy = 'Take one from https://aistudio.google.com/apikey.'

function checkKey(apiKey: string): string {
  const key = assertApiKey(apiKey, 'Gemini', keyRemedy)
  if (key.startsWith('auth_tokens/'))
    throw unavailable(`The API key for Gemini is a token for live sessions. ${keyRemedy}`)
  return key
}

/**
 * How a generation of models is told the role of a text: `promptStyle` is part of the identity, since it changes the vectors;
 * `taskTypes` are those of requests by role, undefined if the model expects prefixes instead. Limits and prefixes from
 * https://ai.google.dev/gemini-api/docs/embeddings.
 */
export function familyOf(model: string) {
  // The second generation ignores task types and expects the prefixes of EmbeddingGemma.
  if (/^gemini-embedding-2\b/.test(model))
    return { promptStyle: 'embeddinggemma', maxTextTokens: 8192, taskTypes: undefined }
  const taskTypes = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' }
  return { promptStyle: 'task-type', maxTextTokens: 2048, taskTypes }
}

/** The part of an `EmbedContentRequest` (https://ai.google.dev/api/embeddings) that all texts of a role share. */
export function embedConfig(
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
  role: EmbeddingRole,
): { taskType?: string; outputDimensionality: number } {
  const { taskTypes } = familyOf(model)
  return { ...(taskTypes && { taskType: taskTypes[role] }), outputDimensionality: dimensions }
}

/** The text with its prefix, cut to what the model reads. */
export function promptText(model: string, role: EmbeddingRole, text: string): string {
  const { taskTypes, maxTextTokens } = familyOf(model)
  return cutText(taskTypes ? text : applyPrompt('embeddinggemma', role, text), maxTextTokens)
}
