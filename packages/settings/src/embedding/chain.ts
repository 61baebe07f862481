import { isFromWorkspace, type Origin } from '../errors.js'
import type { SettingKey } from '../key-table.js'
import { findModel, isOnnx, catalogModelNamed } from '../models.js'
import type { Secret } from '../schemas/texts.js'
import type { NestedSettings, Settings } from '../setting-types.js'
import { geminiKeys, isOnDisk, openaiKeys, type BackendEntry, type ProviderName } from './backend-entry.js'

/** A backend named by the settings. */
export interface ChainEntry extends Omit<BackendEntry, 'provider' | 'model'> {
  /** `auto`: the available backends. */
  readonly provider: ProviderName | 'auto'
  /** Undefined: the local model used last, else the provider's default. */
  readonly model?: string | undefined
  /** Whether a flag names the model. */
  readonly isTyped?: boolean
  /** The origin of the setting that names the backend. */
  readonly origin: Origin
}

type OriginOf = (key: SettingKey) => Origin

const nearness: Readonly<Record<Origin['kind'], number>> = { 'built-in': 0, file: 1, variable: 2, flag: 3 }

/**
 * Combines `provider`, `model`, `fallback` and `chain` to one chain, first choice first; empty if nothing is embedded. A
 * provider or model from a flag or variable overrides `chain`.
 */
export function chainOf(settings: NestedSettings, originOf: OriginOf): ChainEntry[] {
  const isOverruled = (['provider', 'model'] as const).some((key) => nearness[originOf(key).kind] > 1)
  if (settings.chain.length > 0 && !isOverruled) return chained(settings, originOf('chain'))
  const first = firstOf(settings, originOf)
  if (first === undefined) return []
  const second = fallbackOf(settings, first, originOf('fallback'))
  return second ? [withProviderSettings(first, settings), second] : [withProviderSettings(first, settings)]
}

function fallbackOf(settings: NestedSettings, first: ChainEntry, origin: Origin): ChainEntry | undefined {
  const { provider, fallback } = settings
  if (fallback === 'none' || (provider !== 'auto' && fallback === first.provider)) return undefined
  return withProviderSettings(
    { provider: fallback, isUsersFallback: !isFromWorkspace(origin), origin },
    settings,
  )
}

function chained(settings: NestedSettings, origin: Origin): ChainEntry[] {
  const isUsersFallback = !isFromWorkspace(origin)
  return settings.chain.map((entry) => {
    const apiKey = isForeignKey(entry.provider, entry.apiKey) ? undefined : entry.apiKey
    return withProviderSettings({ ...entry, apiKey, isUsersFallback, origin }, settings)
  })
}

/** A key from another provider's variable must not be sent to this provider. */
function isForeignKey(provider: ProviderName, key: Secret | undefined): boolean {
  const others = provider === 'openai' ? geminiKeys : provider === 'gemini' ? openaiKeys : []
  return others.some((name) => key?.reference === `\${${name}}`)
}

/**
 * Matches provider and model; undefined if no provider is set. A provider from a nearer layer is not used with the model of
 * a farther one. A local or well-known model from a nearer layer than the provider replaces the provider.
 */
function firstOf({ provider, model, models }: NestedSettings, originOf: OriginOf): ChainEntry | undefined {
  const [ofProvider, ofModel] = [originOf('provider'), originOf('model')]
  const distance = nearness[ofModel.kind] - nearness[ofProvider.kind]
  const named = provider === 'none' ? undefined : { provider, origin: ofProvider }
  if (model === undefined || distance < 0) return named
  const isTyped = ofModel.kind === 'flag'
  const path = findModel(model, models.path, { isTyped })
  const owner = { provider: ownerOf(model, path), model, isTyped, origin: ofModel }
  if (!named) return distance > 0 ? owner : undefined
  const replaces = distance > 0 && (owner.provider !== 'local' || isFile(model, path))
  return provider === 'auto' || replaces ? owner : { ...named, model, isTyped }
}

/** Whether a model is a file: it exists, can be downloaded, or has the extension. */
function isFile(model: string, path: string | undefined): boolean {
  return path !== undefined || catalogModelNamed(model) !== undefined || model.endsWith('.gguf')
}

/** The provider of a model that is named without one. */
function ownerOf(model: string, path: string | undefined): ProviderName {
  if (model.startsWith('text-embedding-')) return 'openai'
  if (/^gemini-embedding-|^embedding-001$/u.test(model)) return 'gemini'
  return isOnnx(model, path) ? 'onnx' : 'local'
}

/** Adds the settings of the entry's provider. */
export function withProviderSettings<
  Entry extends Pick<ChainEntry, 'provider' | 'dimensions' | 'baseUrl' | 'apiKey'>,
>(entry: Entry, { providers }: Pick<Settings, 'providers'>): Entry {
  const { provider, dimensions, baseUrl, apiKey } = entry
  if (provider === 'auto' || isOnDisk(provider)) return entry
  const defaults: Partial<BackendEntry> = providers[provider]
  return {
    ...entry,
    dimensions: dimensions ?? defaults.dimensions,
    baseUrl: baseUrl ?? defaults.baseUrl,
    apiKey: apiKey ?? defaults.apiKey,
  }
}
