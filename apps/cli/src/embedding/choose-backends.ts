import { UsageError } from '@recallite/command-line'
import type { Store } from '@recallite/store'
import { findModel } from '../models/find-model.js'
import type { ReadSettings } from '../settings/read-settings.js'
import type { ResolvedSettings } from '../settings/resolve-settings.js'
import { chooseEntries, rememberedEntry, type Circumstances, ownerOf, type Choice } from './choose-entries.js'
import { isOnDisk, entryOf } from './backend-entry.js'
import { makeBackend, type ProviderBackend } from './make-backend.js'
import { isInstalled } from './providers.js'
import { type Origin, isFromWorkspace } from '../settings/errors.js'
import { isInside } from '../settings/inside.js'
import { confinementOf } from '../settings/workspace-folder.js'

/** The backends of a memory. */
export interface BackendChoice {
  readonly backends: readonly ProviderBackend[]
  readonly backendOf: (source: string) => ProviderBackend | undefined
  /** Why there is no backend; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

interface BackendPurpose {
  readonly store: Store
  readonly isOffline: boolean
  /** Whether documents are to be embedded; a search works without. */
  readonly fills: boolean
}

const onlyRemote = 'there is no embedding model on this machine, and --offline leaves out all others'
const noModel = "there is no embedding model; 'recallite setup' adds search by meaning"

/**
 * Chooses backends by the settings and by the models that filled this store before.
 * @throws UsageError if a local model is wanted and there is none
 */
export async function chooseBackends(
  resolved: ReadSettings,
  { store, isOffline, fills }: BackendPurpose,
): Promise<BackendChoice> {
  const folder = resolved.settings.models.path
  const isTyped = resolved.originOf('model').kind === 'flag'
  const find: Circumstances['findModel'] = (name) => findModel(name, folder, { isTyped })
  const spaces = await store.listSpaces()
  const context = {
    ...resolveChoice(resolved, find),
    remembered: spaces
      .toReversed()
      .flatMap(({ source }) => source ?? [])
      .filter((source) => mayFollow(source, resolved)),
    findModel: find,
    isInstalled,
    isChainOverruled: nearnessOf(resolved, 'provider') > 1 || nearnessOf(resolved, 'model') > 1,
    isOffline,
  }
  const entries = chooseEntries(context)
  const [first] = entries
  const needsModel = fills || resolved.originOf('provider').kind === 'flag'
  if (needsModel && first?.provider === 'local') assertModelFound(resolved, find(first.model))
  const reason = isOffline ? onlyRemote : noModel
  return {
    backends: entries.map((entry) => makeBackend(entry, context.providers)),
    backendOf: (source) => {
      const entry = mayFollow(source, resolved) ? rememberedEntry(source, context) : undefined
      return entry && makeBackend(entry, context.providers)
    },
    noModelReason: entries.length === 0 && context.provider !== 'none' ? reason : undefined,
  }
}

/**
 * Whether the source of a space may be followed, which only the database tells. A database that came with a folder could
 * name any model file, or a service that the user did not choose: of its sources only models in the user's models folder
 * count, and providers that the user named.
 */
function mayFollow(source: string, resolved: ReadSettings): boolean {
  const { settings, originOf } = resolved
  if (confinementOf(resolved).within === undefined) return true
  const entry = entryOf(source)
  if (entry === undefined) return false
  const { provider, model } = entry
  if (isOnDisk(provider)) return isInside(settings.models.path, model)
  const names = {
    provider: settings.provider === provider,
    fallback: settings.fallback === provider,
    chain: settings.chain.some((backend) => backend.provider === provider),
  }
  const keys = ['provider', 'fallback', 'chain'] as const
  return keys.some((key) => names[key] && !isFromWorkspace(originOf(key)))
}

const nearness: Readonly<Record<Origin['kind'], number>> = { 'built-in': 0, file: 1, variable: 2, flag: 3 }

function nearnessOf({ originOf }: ResolvedSettings, key: 'provider' | 'model'): number {
  return nearness[originOf(key).kind]
}

function assertModelFound({ settings }: ResolvedSettings, path: string | undefined): void {
  if (settings.provider !== 'local' || settings.model !== undefined || path !== undefined) return
  throw new UsageError(
    '--provider local needs a model. Name it: --model FILE.gguf, or download one: recallite models pull',
  )
}

/** Whether a flag, a variable or a settings file names a provider or a model; `auto` takes what there is. */
export function isNamed(resolved: ResolvedSettings): boolean {
  const { provider, model, chain } = resolved.settings
  return provider !== 'auto' || model !== undefined || chain.length > 0
}

/**
 * The settings that choose backends, with a provider and a model that go together. A provider that is named in a nearer
 * layer than the model is not asked for that model. A model that is named in a nearer layer than the provider, and is on
 * this machine or of a well-known provider, replaces the provider.
 */
export function resolveChoice(
  resolved: ResolvedSettings,
  find: (name: string) => string | undefined,
): Choice {
  const { settings } = resolved
  const { provider, model } = settings
  const [ofProvider, ofModel] = [nearnessOf(resolved, 'provider'), nearnessOf(resolved, 'model')]
  if (model === undefined || ofProvider === 0 || ofProvider === ofModel) return settings
  if (ofProvider > ofModel) return { ...settings, model: undefined }
  const owner = ownerOf(model)
  const isElsewhere =
    provider === 'none' || owner !== 'local' || find(model) !== undefined || model.endsWith('.gguf')
  return isElsewhere && provider !== 'onnx' ? { ...settings, provider: owner } : settings
}
