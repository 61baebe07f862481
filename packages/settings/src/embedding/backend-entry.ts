import { oneOf, whole } from '@recallite/core/schema'
import * as v from 'valibot'
import { isLoopbackHost, url } from '../schemas/addresses.js'
import { defaultModel } from '../models.js'
import { nameOrPath } from '../schemas/paths.js'
import type { SettingSchema } from '../schemas/schema.js'
import { secret, type Secret } from '../schemas/texts.js'

export type ProviderName = (typeof providerNames)[number]

const providerNames = ['local', 'openai', 'gemini', 'ollama', 'onnx'] as const

/** A configured embedding backend. */
export interface BackendEntry {
  readonly provider: ProviderName
  /** The path of a local model, or the name of the provider's model. */
  readonly model: string
  readonly dimensions?: number | undefined
  readonly baseUrl?: string | undefined
  readonly apiKey?: Secret | undefined
  /** Whether the user's own settings name it in `chain` or `fallback`; see `EmbeddingBackend`. */
  readonly isUsersFallback?: boolean | undefined
}

export const vectorLength = whole(1, 16_384)

/** The default variables of API keys. */
export const openaiKeys = ['OPENAI_API_KEY', 'RECALLITE_PROVIDERS_OPENAI_API_KEY']
export const geminiKeys = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'RECALLITE_PROVIDERS_GEMINI_API_KEY']

const field = <Value>(schema: SettingSchema<Value>, help: string) =>
  v.optional(v.pipe(schema, v.description(help)))

/** A backend of the chain. */
export const backend = v.strictObject(
  {
    provider: v.pipe(oneOf(providerNames), v.description('where this backend embeds')),
    model: field(nameOrPath, 'name of the model, or the path of its file'),
    dimensions: field(vectorLength, 'length of the vectors to request from a service'),
    baseUrl: field(url, 'address of the service'),
    apiKey: field(secret([...openaiKeys, ...geminiKeys]), 'the variable that holds the key'),
  },
  'a mapping of provider, model, dimensions, baseUrl, apiKey',
)

/** Whether the models of a provider are local files. */
export function isOnDisk(provider: ProviderName): provider is 'local' | 'onnx' {
  return provider === 'local' || provider === 'onnx'
}

/** The default model of each provider; that of `local` is for machines that ONNX Runtime has no native code for. */
export const defaultModels: Readonly<Record<ProviderName, string>> = {
  local: 'all-MiniLM-L6-v2.q8_0',
  onnx: defaultModel.name,
  ollama: 'nomic-embed-text',
  openai: 'text-embedding-3-small',
  gemini: 'gemini-embedding-001',
}

/** Null for providers without a service. */
const defaultAddresses: Readonly<Record<ProviderName, string | null>> = {
  local: null,
  onnx: null,
  ollama: 'http://127.0.0.1:11434',
  openai: 'https://api.openai.com/v1',
  gemini: 'https://generativelanguage.googleapis.com',
}

/**
 * The host that texts are sent to; null if they stay on this machine. OpenAI and Gemini are remote at any address, since a
 * server on a loopback address may forward texts.
 */
export function hostOf({ provider, baseUrl }: Pick<BackendEntry, 'provider' | 'baseUrl'>): string | null {
  const address = baseUrl ?? defaultAddresses[provider]
  if (isOnDisk(provider) || address === null) return null
  const { host, hostname } = new URL(address)
  return provider === 'ollama' && isLoopbackHost(hostname) ? null : host
}

/** Identifies the model of a space, stored with the space: never a key or an address. */
export function sourceOf({ provider, model, dimensions }: BackendEntry): string {
  return `${provider}:${model}${dimensions === undefined ? '' : `?dimensions=${dimensions}`}`
}

/** Parses a source; undefined if another program wrote it. */
export function entryOf(source: string): BackendEntry | undefined {
  const [, provider = '', model = '', dimensions] =
    /^([^:]*):(.*?)(?:\?dimensions=([1-9]\d{0,14}))?$/su.exec(source) ?? []
  if (!Object.hasOwn(defaultAddresses, provider)) return undefined
  return {
    provider: provider as ProviderName,
    model,
    dimensions: dimensions === undefined ? undefined : Number(dimensions),
  }
}
