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
  /** A key of Google AI Studio; sent in a header, only to the host of `baseUrl`. */
  readonly apiKey: string
  /** Default `gemini-embedding-001`. */
  readonly model?: string | undefined
  /** The length of the vectors; default 768. Google recommends 768, 1,536 or 3,072. */
  readonly dimensions?: number | undefined
  /** Without the version; default `https://generativelanguage.googleapis.com`. */
  readonly baseUrl?: string | undefined
}

export type ResolvedSettings = ReturnType<typeof resolveSettings>

/** Validates the settings and fills in defaults; the model name loses the prefix `models/`. */
export function resolveSettings(settings: GeminiEmbeddingsSettings) {
  const model = (settings.model ?? 'gemini-embedding-001').replace(/^models\//, '')
  const dimensions = settings.dimensions ?? 768
  if (!/^\w[\w.-]*$/.test(model))
    throw unavailable(`"${model}" is not a Gemini model name. Use one such as gemini-embedding-001.`)
  assertDimensions(dimensions)
  const { baseUrl = 'https://generativelanguage.googleapis.com', allowHttp } = settings
  const endpoint = assertEndpoint(baseUrl, allowHttp)
  return { ...settings, apiKey: checkKey(settings.apiKey), model, dimensions, endpoint }
}

/** Settings override `limits`, which override those of `guardFetch`. */
export function connect(settings: ResolvedSettings, limits: Partial<ConnectionOptions> = {}): Connection {
  const { apiKey, firstByteTimeout = limits.firstByteTimeout } = settings
  return createConnection({ ...settings, ...limits, provider: 'gemini', secrets: [apiKey], firstByteTimeout })
}

const keyRemedy = 'Create one at https://aistudio.google.com/apikey.'

function checkKey(apiKey: string): string {
  const key = assertApiKey(apiKey, 'Gemini', keyRemedy)
  if (key.startsWith('auth_tokens/'))
    throw unavailable(`The API key for Gemini is a token for live sessions. ${keyRemedy}`)
  return key
}

/**
 * How a generation of models gets the role of a text: by task type, or by prefixes if `taskTypes` is undefined.
 * `promptStyle` is part of the identity, since it changes the vectors (https://ai.google.dev/gemini-api/docs/embeddings).
 */
export function familyOf(model: string) {
  // The second generation ignores task types and expects the prefixes of EmbeddingGemma.
  if (/^gemini-embedding-2\b/.test(model))
    return { promptStyle: 'embeddinggemma', maxTextTokens: 8192, taskTypes: undefined }
  const taskTypes = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' }
  return { promptStyle: 'task-type', maxTextTokens: 2048, taskTypes }
}

/** The part of an `EmbedContentRequest` shared by all texts of a role (https://ai.google.dev/api/embeddings). */
export function embedConfig(
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
  role: EmbeddingRole,
): { taskType?: string; outputDimensionality: number } {
  const { taskTypes } = familyOf(model)
  return { ...(taskTypes && { taskType: taskTypes[role] }), outputDimensionality: dimensions }
}

/** The text with its prefix, cut to the limit of the model. */
export function promptText(model: string, role: EmbeddingRole, text: string): string {
  const { taskTypes, maxTextTokens } = familyOf(model)
  return cutText(taskTypes ? text : applyPrompt('embeddinggemma', role, text), maxTextTokens)
}
