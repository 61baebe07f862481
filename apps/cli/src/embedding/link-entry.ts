import { isLoopbackHost } from '../loopback.js'
import type { Secret } from '../settings/secret-value.js'

/** Who embeds. */
export type ProviderName = 'local' | 'onnx' | 'ollama' | 'openai' | 'gemini'

/** One place to embed, as settings have it. */
export interface LinkEntry {
  readonly provider: ProviderName
  /** Path of a model on this machine, or name of the provider's model. */
  readonly model: string
  readonly dimensions?: number | undefined
  readonly baseUrl?: string | undefined
  readonly apiKey?: Secret | undefined
  /** Whether somebody put it behind others on purpose, in a chain or as the fallback. */
  readonly isStandIn?: boolean | undefined
}

/** Whether a provider's models are files on this machine. */
export function isOnDisk(provider: ProviderName): provider is 'local' | 'onnx' {
  return provider === 'local' || provider === 'onnx'
}

const homes: Readonly<Record<ProviderName, string | null>> = {
  local: null,
  onnx: null,
  ollama: 'http://127.0.0.1:11434',
  openai: 'https://api.openai.com/v1',
  gemini: 'https://generativelanguage.googleapis.com',
}

/**
 * Where the texts of a link go; null where they stay on this machine. OpenAI and Gemini count as elsewhere wherever they
 * answer from: what listens on a loopback address may pass things on.
 */
export function hostOf({ provider, baseUrl }: Pick<LinkEntry, 'provider' | 'baseUrl'>): string | null {
  const home = homes[provider]
  if (home === null) return null
  const { host, hostname } = new URL(baseUrl ?? home)
  return provider === 'ollama' && isLoopbackHost(hostname) ? null : host
}
