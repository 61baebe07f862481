import { isAbsolute, join } from 'node:path'
import type { MemorySearchKey } from './memory-search-table.js'

/** A mapping of OpenClaw's configuration. */
export type Section = Readonly<Record<string, unknown>>

/** An entry of OpenClaw's `models.providers`. */
export interface ModelProvider {
  readonly api?: string
  readonly baseUrl?: string
  readonly apiKey?: unknown
}

/** OpenClaw's `models.providers`, by their names. */
export type ModelProviders = Readonly<Record<string, ModelProvider>> | undefined

/** The values of `memory.search`, by their keys in the table. */
export type GivenSettings = ReadonlyMap<string, unknown>

/** The values of several sections `memory.search`, of which the later ones overrule the earlier ones. */
export function givenSettings(sections: readonly Section[]): GivenSettings {
  return new Map(sections.flatMap((section) => flatten(section)))
}

const wholeKeys: ReadonlySet<string> = new Set(['remote.apiKey', 'remote.headers'])

function flatten(section: Section, above = ''): [string, unknown][] {
  return Object.entries(section).flatMap(([name, value]): [string, unknown][] => {
    const key = `${above}${name}`
    if (value === undefined) return []
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isSection && !wholeKeys.has(key) ? flatten(value as Section, `${key}.`) : [[key, value]]
  })
}

/** Reads `extraPaths`, which are texts, or folders with a glob inside them. */
export function readExtraPaths(value: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item]
    const { path, pattern } = (item ?? {}) as Section
    if (typeof path !== 'string') return []
    return [typeof pattern === 'string' ? join(path, pattern) : path]
  })
}

/** The providers by the names of OpenClaw's adapters. */
const providerNames: Readonly<Record<string, string>> = {
  none: 'none',
  auto: 'auto',
  local: 'local',
  openai: 'openai',
  'openai-compatible': 'openai',
  gemini: 'gemini',
  google: 'gemini',
  ollama: 'ollama',
}

/** The provider that answers for one of OpenClaw; `none` for one that does not exist here. */
function providerOf(name: string | undefined, providers: ModelProviders): string | undefined {
  if (name === undefined) return undefined
  const api = modelProvider(name, providers)?.api ?? ''
  const spoken = api.startsWith('openai') ? 'openai' : api
  return providerNames[name] ?? (spoken === 'openai' || spoken === 'ollama' ? spoken : 'none')
}

/** Whether there is a provider here that answers for one of OpenClaw. */
export const hasProvider = (name: unknown, providers: ModelProviders): boolean =>
  name === 'none' || providerOf(String(name), providers) !== 'none'

/** The settings that have the same name, or another one, and the same value. */
const sameValue: readonly (readonly [MemorySearchKey, string])[] = [
  ['enabled', 'enabled'],
  ['remote.batch.enabled', 'batch.enabled'],
  ['store.vector.enabled', 'store.vector.enabled'],
  ['store.vector.extensionPath', 'store.vector.extensionPath'],
  ['query.maxResults', 'query.maxResults'],
  ['query.minScore', 'query.minScore'],
]

/**
 * The settings of this project that have the meaning of OpenClaw's, by their keys; those that are not given are undefined.
 * @param apiKey the reference to a variable with the key of the service
 */
export function translateSettings(
  given: GivenSettings,
  providers: ModelProviders,
  apiKey: string | undefined,
): Section {
  const named = text(given, 'provider')
  const provider = providerOf(named, providers)
  const baseUrl = text(given, 'remote.baseUrl') ?? modelProvider(named, providers)?.baseUrl
  const dimensions = given.get('outputDimensionality')
  return {
    ...Object.fromEntries(sameValue.map(([theirs, ours]) => [ours, given.get(theirs)])),
    provider,
    model: text(given, 'model') ?? modelPath(given),
    fallback: providerOf(text(given, 'fallback'), providers),
    ...ofService(provider ?? 'auto', { baseUrl, dimensions, apiKey }),
  }
}

/** The path of a model on this machine; addresses are not downloaded. */
function modelPath(given: GivenSettings): string | undefined {
  const path = text(given, 'local.modelPath')
  return path && (isAbsolute(path) || path.startsWith('~')) ? path : undefined
}

/** The provider of chat models by the name of an adapter, which is `openai` where none is named. */
export function modelProvider(name: unknown, providers: ModelProviders): ModelProvider | undefined {
  const adapter = typeof name === 'string' ? name : 'openai'
  return providers?.[adapter === 'gemini' ? 'google' : adapter]
}

/** What is set of a service. Where no provider is named, it is that of OpenAI, as in OpenClaw. */
function ofService(provider: string, { baseUrl, ...parts }: Section): Section {
  if (provider === 'ollama') return { 'providers.ollama.baseUrl': baseUrl }
  if (provider === 'local' || provider === 'none') return {}
  const service = provider === 'gemini' ? 'gemini' : 'openai'
  const entries = Object.entries({ baseUrl, ...parts })
  return Object.fromEntries(entries.map(([name, value]) => [`providers.${service}.${name}`, value]))
}

function text(given: GivenSettings, key: MemorySearchKey): string | undefined {
  const value = given.get(key)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Settings by their keys as a file has them, in mappings. */
export function nest(flat: Section): Section {
  const whole: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(flat)) {
    if (value === undefined) continue
    const names = key.split('.')
    const last = names.pop() ?? key
    const section = names.reduce((part, name) => (part[name] ??= {}) as Record<string, unknown>, whole)
    section[last] = value
  }
  return whole
}
