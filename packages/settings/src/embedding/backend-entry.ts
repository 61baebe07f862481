import type { EmbeddingBackend } from '@recallite/core'
import { boolean, oneOf, whole } from '@recallite/core/schema'
import * as v from 'valibot'
import { isLoopbackHost, url } from '../schemas/addresses.js'
import { defaultModel } from '../models.js'
import { nameOrPath } from '../schemas/paths.js'
import { userOnly, type SettingSchema } from '../schemas/schema.js'
import { secret, type Secret } from '../schemas/texts.js'

/** The providers of embedding models. */
export type ProviderName = (typeof providerNames)[number]

const providerNames = ['local', 'openai', 'gemini', 'ollama', 'onnx'] as const

/** A configured way to embed, as settings have it. */
export interface BackendEntry {
  readonly provider: ProviderName
  /** Path of a model on this machine, or name of the provider's model. */
  readonly model: string
  readonly dimensions?: number | undefined
  readonly baseUrl?: string | undefined
  readonly apiKey?: Secret | undefined
  /** Whether the user named it as a fallback: in a chain, or by the setting `fallback`. */
  readonly isFallback?: boolean | undefined
  /** As of the backend made of it. */
  readonly takesDocuments?: EmbeddingBackend['takesDocuments']
}

/** The length of a provider's vectors. */
export const vectorLength = whole(1, 16_384)

/** The variables that usually hold a provider's key. */
export const openaiKeys = ['OPENAI_API_KEY', 'RECALLITE_PROVIDERS_OPENAI_API_KEY']
/** The variables that usually hold a provider's key. */
export const geminiKeys = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'RECALLITE_PROVIDERS_GEMINI_API_KEY']

/** A field of a backend, with what it means. */
const field = <Value>(schema: SettingSchema<Value>, help: string) =>
  v.optional(v.pipe(schema, v.description(help)))

/** A backend of the chain. */
export const backend = v.strictObject(
  {
    provider: v.pipe(oneOf(providerNames), v.description('where this backend embeds')),
    model: field(nameOrPath, 'name of the model, or the path of its file'),
    dimensions: field(vectorLength, 'length of the vectors that a service is asked for'),
    baseUrl: field(url, 'address of the service'),
    documents: field(
      userOnly(boolean),
      'whether documents are embedded here while the backends before this one fail; true: also if one of them is on this machine; false: never; else only if they are all hosted',
    ),
    apiKey: field(secret([...openaiKeys, ...geminiKeys]), 'the variable that holds the key'),
  },
  'a mapping of provider, model, dimensions, baseUrl, documents, apiKey',
)

/** Whether a provider's models are files on this machine. */
export function isOnDisk(provider: ProviderName): provider is 'local' | 'onnx' {
  return provider === 'local' || provider === 'onnx'
}

/** The model that each provider has if none is named. */
export const defaultModels: Readonly<Record<ProviderName, string>> = {
  local: defaultModel.name,
  onnx: 'all-MiniLM-L6-v2',
  ollama: 'nomic-embed-text',
  openai: 'text-embedding-3-small',
  gemini: 'gemini-embedding-001',
}

/** Null for providers that have no service. */
const usualAddresses: Readonly<Record<ProviderName, string | null>> = {
  local: null,
  onnx: null,
  ollama: 'http://127.0.0.1:11434',
  openai: 'https://api.openai.com/v1',
  gemini: 'https://generativelanguage.googleapis.com',
}

/**
 * The host that a backend sends texts to; null if they stay on this machine. OpenAI and Gemini count as remote at any
 * address: what listens on a loopback address may pass texts on.
 */
export function hostOf({ provider, baseUrl }: Pick<BackendEntry, 'provider' | 'baseUrl'>): string | null {
  const address = baseUrl ?? usualAddresses[provider]
  if (isOnDisk(provider) || address === null) return null
  const { host, hostname } = new URL(address)
  return provider === 'ollama' && isLoopbackHost(hostname) ? null : host
}

/** How to reach the model of a space again, as it is stored with the space: never a key, nor an address. */
export function sourceOf({ provider, model, dimensions }: BackendEntry): string {
  return `${provider}:${model}${dimensions === undefined ? '' : `?dimensions=${dimensions}`}`
}

/** The entry that a source was made of; undefined for a source that another program wrote. */
export function entryOf(source: string): BackendEntry | undefined {
  const [, provider = '', model = '', dimensions] =
    /^([^:]*):(.*?)(?:\?dimensions=([1-9]\d{0,14}))?$/su.exec(source) ?? []
  if (!Object.hasOwn(usualAddresses, provider)) return undefined
  return {
    provider: provider as ProviderName,
    model,
    dimensions: dimensions === undefined ? undefined : Number(dimensions),
  }
}
