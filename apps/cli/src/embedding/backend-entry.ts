import { isLoopbackHost } from '../settings/kinds/url.js'
import type { Secret } from '../settings/kinds/secret.js'

/** Who embeds. */
export type ProviderName = 'local' | 'onnx' | 'ollama' | 'openai' | 'gemini'

/** One place to embed, as settings have it. */
export interface BackendEntry {
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
 * Where the texts of a backend go; null where they stay on this machine. OpenAI and Gemini count as elsewhere wherever they
 * answer from: what listens on a loopback address may pass things on.
 */
export function hostOf({ provider, baseUrl }: Pick<BackendEntry, 'provider' | 'baseUrl'>): string | null {
  const home = homes[provider]
  if (home === null) return null
  const { host, hostname } = new URL(baseUrl ?? home)
  return provider === 'ollama' && isLoopbackHost(hostname) ? null : host
}

const dimensionsPart = '?dimensions='

/** What is kept with a space of how to reach its model again: never a key, nor an address. */
export function sourceOf({ provider, model, dimensions }: BackendEntry): string {
  return `${provider}:${model}${dimensions === undefined ? '' : `${dimensionsPart}${dimensions}`}`
}

const providers: ReadonlySet<string> = new Set<ProviderName>(['local', 'onnx', 'ollama', 'openai', 'gemini'])

/** The entry that a source is of; undefined for what another program wrote. */
export function entryOf(source: string): BackendEntry | undefined {
  const colon = source.indexOf(':')
  const provider = source.slice(0, colon)
  if (!providers.has(provider)) return undefined
  const rest = source.slice(colon + 1)
  const at = rest.lastIndexOf(dimensionsPart)
  const number = Number(rest.slice(at + dimensionsPart.length))
  const hasDimensions = at !== -1 && Number.isSafeInteger(number) && number > 0
  return {
    provider: provider as ProviderName,
    model: hasDimensions ? rest.slice(0, at) : rest,
    dimensions: hasDimensions ? number : undefined,
  }
}
