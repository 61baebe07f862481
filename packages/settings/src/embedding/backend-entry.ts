import type { EmbeddingBackend } from '@recallite/core'
import { isLoopbackHost } from '../kinds/url.js'
import type { Secret } from '../kinds/secret.js'

/** The providers of embedding models. */
export type ProviderName = 'local' | 'onnx' | 'ollama' | 'openai' | 'gemini'

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

/** Whether a provider's models are files on this machine. */
export function isOnDisk(provider: ProviderName): provider is 'local' | 'onnx' {
  return provider === 'local' || provider === 'onnx'
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
