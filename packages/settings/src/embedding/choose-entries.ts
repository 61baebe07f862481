import { catalogModelsIn, findModel } from '../models.js'
import type { ResolvedSettings } from '../resolve-settings.js'
import {
  defaultModels,
  entryOf,
  hostOf,
  isOnDisk,
  sourceOf,
  type BackendEntry,
  type ProviderName,
} from './backend-entry.js'
import { withProviderSettings, type ChainEntry } from './chain.js'
import { isInstalled, makeBackend } from './providers.js'

type Chosen = Pick<ResolvedSettings, 'settings' | 'chain'>

/** What the choice depends on besides the settings. */
export interface Circumstances {
  /** Sources of the spaces of this memory, the latest one first. */
  readonly remembered?: readonly string[]
  readonly isOffline?: boolean
  /** Whether the package of a provider is installed. */
  readonly hasPackage?: (provider: ProviderName) => boolean
}

/** The backends to embed with, first choice first, and those of existing spaces by source. */
export function chooseBackends(resolved: Chosen, circumstances: Circumstances = {}) {
  const make = (entry: BackendEntry) => makeBackend(entry, resolved.settings.providers)
  return {
    backends: chooseEntries(resolved, circumstances).map(make),
    backendOf(source: string) {
      const entry = rememberedEntry(source, resolved, circumstances)
      return entry && make(entry)
    },
  }
}

export function chooseEntries(resolved: Chosen, circumstances: Circumstances = {}): BackendEntry[] {
  const entries = resolved.chain.flatMap((entry) => {
    const { provider } = entry
    return provider === 'auto'
      ? automatic(resolved, circumstances)
      : [entryFor({ ...entry, provider }, resolved, circumstances)]
  })
  // One model may be used at several addresses. `auto` may also have chosen the fallback, because its key is set.
  const distinct = new Map<string, BackendEntry>()
  for (const entry of entries) {
    const key = `${sourceOf(entry)} ${hostOf(entry)}`
    const earlier = distinct.get(key)
    if (!earlier || (entry.isUsersFallback && !earlier.isUsersFallback)) distinct.set(key, entry)
  }
  const { isOffline = false } = circumstances
  return [...distinct.values()].filter((entry) => !isOffline || hostOf(entry) === null)
}

/** The order of `auto`: the model used last, a local one of the catalog that can be used, then providers whose key is set. */
function automatic({ settings, chain }: Chosen, circumstances: Circumstances): BackendEntry[] {
  const { remembered = [], hasPackage = isInstalled } = circumstances
  // A fallback that embedded in the meantime does not become the first choice.
  const isFallback = (provider: ProviderName) => chain.some((entry) => entry.provider === provider)
  const last = remembered.map(entryOf).find((entry) => !entry || !isFallback(entry.provider))
  const locals = catalogModelsIn(settings.models.path)
  const keyed = (['openai', 'gemini'] as const).filter(
    (provider) => settings.providers[provider].apiKey.isSet && hasPackage(provider),
  )
  // A model without its package is chosen only to report what is missing.
  const instead = keyed.length === 0 ? locals[0] : undefined
  const local = locals.find(({ provider }) => hasPackage(provider)) ?? instead
  return [
    ...(last ? [withCurrentDimensions(last, settings)] : []),
    ...(local ? [local] : []),
    ...keyed.map((provider) =>
      withProviderSettings({ provider, model: defaultModels[provider] } as BackendEntry, settings),
    ),
  ]
}

/** The model is the named one, else (for local providers) the one used last or one of the catalog, else the default. */
function entryFor(
  { origin: _, isTyped = false, ...entry }: ChainEntry & Pick<BackendEntry, 'provider'>,
  { settings }: Chosen,
  { remembered = [] }: Circumstances,
): BackendEntry {
  const { provider, model } = entry
  const folder = settings.models.path
  if (!isOnDisk(provider)) return { ...entry, model: model ?? defaultModels[provider] }
  if (model !== undefined) return { ...entry, model: findModel(model, folder, { isTyped }) ?? model }
  const last = remembered.map(entryOf).find((each) => each?.provider === provider)
  const found = catalogModelsIn(folder).find((each) => each.provider === provider)
  return { ...entry, model: defaultModels[provider], ...found, ...last }
}

function withCurrentDimensions(
  { dimensions, ...last }: BackendEntry,
  settings: Chosen['settings'],
): BackendEntry {
  const now = withProviderSettings<BackendEntry>(last, settings)
  return { ...now, dimensions: now.dimensions ?? dimensions }
}

/**
 * The entry of an existing space, which answers until a new model has filled its own; undefined if texts would be sent to a
 * provider that is not configured now.
 */
export function rememberedEntry(
  source: string,
  { settings, chain }: Chosen,
  { isOffline = false }: Pick<Circumstances, 'isOffline'> = {},
): BackendEntry | undefined {
  const bare = entryOf(source)
  if (!bare) return undefined
  // The query needs the dimensions of the space, not those that are set now.
  const entry = { ...withProviderSettings(bare, settings), dimensions: bare.dimensions }
  if (hostOf(entry) === null) return entry
  const hasKey = entry.provider === 'ollama' || entry.apiKey?.isSet === true
  const isChosen = chain.some(({ provider }) => provider === 'auto' || provider === entry.provider)
  return hasKey && !isOffline && isChosen ? entry : undefined
}
