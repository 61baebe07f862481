import { isFromWorkspace, type Origin } from '../errors.js'
import type { SettingKey } from '../key-table.js'
import { findModel, isOnnx, knownModelNamed } from '../models.js'
import type { Secret } from '../schemas/texts.js'
import type { NestedSettings, Settings } from '../setting-types.js'
import {
  defaultModels,
  geminiKeys,
  hostOf,
  isOnDisk,
  openaiKeys,
  type BackendEntry,
  type ProviderName,
} from './backend-entry.js'

/** A backend that the settings name. */
export interface ChainEntry extends Omit<BackendEntry, 'provider' | 'model'> {
  /** `auto`: the backends that are there. */
  readonly provider: ProviderName | 'auto'
  /** Undefined: on this machine the model that was used last, else the provider's default. */
  readonly model?: string | undefined
  /** Whether a flag names the model. */
  readonly isTyped?: boolean
  /** Of the setting that names the backend. */
  readonly origin: Origin
}

type OriginOf = (key: SettingKey) => Origin

const nearness: Readonly<Record<Origin['kind'], number>> = { 'built-in': 0, file: 1, variable: 2, flag: 3 }

/**
 * Converts the settings `provider`, `model`, `fallback` and `chain` to one chain, the first choice first; empty if no texts are embedded. A
 * provider or model of a flag or variable overrules the setting `chain`.
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
  if (fallback === 'none') return undefined
  const takesDocuments = isFromWorkspace(origin) ? undefined : ('after-hosted' as const)
  const named = { provider: fallback, isFallback: true, takesDocuments, origin }
  const entry = withProviderSettings(named, settings)
  if (provider === 'auto') return entry
  // A user who chose a provider on this machine wants texts to stay there.
  const mustStay = first.provider === 'local' || first.provider === 'onnx'
  return fallback === first.provider || (mustStay && hostOf(entry) !== null) ? undefined : entry
}

function chained(settings: NestedSettings, origin: Origin): ChainEntry[] {
  return settings.chain.map(({ documents, ...entry }) => {
    const { provider, model = defaultModels[provider] } = entry
    const apiKey = isOfAnother(provider, entry.apiKey) ? undefined : entry.apiKey
    const whenSet = documents ? ('after-any' as const) : ('never' as const)
    const takes = documents === undefined ? ('after-hosted' as const) : whenSet
    const takesDocuments = isFromWorkspace(origin) ? undefined : takes
    return withProviderSettings(
      { ...entry, model, apiKey, isFallback: true, takesDocuments, origin },
      settings,
    )
  })
}

/** Whether a key comes from the variable of another provider, which must not be sent to this one. */
function isOfAnother(provider: ProviderName, key: Secret | undefined): boolean {
  const others = provider === 'openai' ? geminiKeys : provider === 'gemini' ? openaiKeys : []
  return others.some((name) => key?.reference === `\${${name}}`)
}

/**
 * The provider and the model that go together; undefined if no provider is wanted. A provider that is named in a nearer layer than the model
 * is not used with that model. A model that is named in a nearer layer than the provider, and is on this machine or of a well-known provider,
 * replaces the provider.
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

/** Whether a name is that of a file: one that is there, can be downloaded, or has the ending. */
function isFile(model: string, path: string | undefined): boolean {
  return path !== undefined || knownModelNamed(model) !== undefined || model.endsWith('.gguf')
}

/** The provider of a model that was named without one. */
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
  const own: Partial<BackendEntry> = providers[provider]
  return {
    ...entry,
    dimensions: dimensions ?? own.dimensions,
    baseUrl: baseUrl ?? own.baseUrl,
    apiKey: apiKey ?? own.apiKey,
  }
}
