import { EmbeddingError } from '@recallite/embeddings'
import {
  assertApiKey,
  assertDimensions,
  assertEndpoint,
  type Connection,
  type ConnectionOptions,
  createConnection,
  type GuardOptions,
  type HostedSettings,
} from '@recallite/embeddings/http'

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

/** Validated settings with defaults. */
export interface ResolvedSettings extends HostedSettings {
  readonly apiKey: string
  /** Without the prefix `models/`. */
  readonly model: string
  readonly dimensions: number
  readonly endpoint: URL
}

/**
 * Validates the settings and fills in the defaults.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export function resolveSettings(settings: GeminiEmbeddingsSettings): ResolvedSettings {
  const model = (settings.model ?? 'gemini-embedding-001').replace(/^models\//, '')
  const dimensions = settings.dimensions ?? 768
  if (!/^\w[\w.-]*$/.test(model))
    throw unavailable(`"${model}" is not the name of a Gemini model. Name one like gemini-embedding-001.`)
  assertDimensions(dimensions)
  const { baseUrl = 'https://generativelanguage.googleapis.com', allowHttp } = settings
  const endpoint = assertEndpoint(baseUrl, allowHttp)
  return { ...settings, apiKey: checkKey(settings.apiKey), model, dimensions, endpoint }
}

type AnswerOptions = Omit<GuardOptions, 'endpoint'> & Pick<ConnectionOptions, 'explain'>

/** A connection to the Gemini API. Settings override the limits, which override those of `guardFetch`. */
export function connect(
  { apiKey, endpoint, fetch, now, ...settings }: ResolvedSettings,
  limits: AnswerOptions = {},
): Connection {
  const { firstByteTimeout = limits.firstByteTimeout, idleTimeout } = settings
  const waiting = { ...limits, firstByteTimeout, idleTimeout }
  return createConnection({ provider: 'gemini', endpoint, fetch, now, secrets: [apiKey], ...waiting })
}

function unavailable(message: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', message)
}

const keyRemedy = 'Take one from https://aistudio.google.com/apikey.'

function checkKey(apiKey: string): string {
  const key = assertApiKey(apiKey, 'Gemini', keyRemedy)
  if (key.startsWith('auth_tokens/'))
    throw unavailable(`The API key for Gemini is a token for live sessions. ${keyRemedy}`)
  return key
}
