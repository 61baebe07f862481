import { UsageError } from '@recallite/command-line'
import type { KeptSpace, Store } from '@recallite/store'
import { findModel } from '../models/find-model.js'
import type { ReadSettings } from '../settings/read-settings.js'
import type { ResolvedSettings } from '../settings/resolve-settings.js'
import { chooseEntries, rememberedEntry, type Circumstances, ownerOf, type Choice } from './choose-entries.js'
import { type BackendEntry, isOnDisk, type ProviderName, entryOf } from './backend-entry.js'
import { makeBackend, type ProviderBackend } from './make-backend.js'
import { isInstalled } from './providers.js'
import { type Origin, isFromWorkspace } from '../settings/errors.js'
import { isInside } from '../settings/inside.js'
import { confinementOf } from '../settings/workspace-folder.js'

/** Where a memory embeds. */
export interface BackendChoice {
  readonly backends: readonly ProviderBackend[]
  readonly backendOf: (source: string) => ProviderBackend | undefined
  /** Why there is no backend; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

interface BackendPurpose {
  readonly store: Store
  readonly isOffline: boolean
  /** Whether texts are to be embedded; a search does without. */
  readonly fills: boolean
}

const onlyRemote = 'there is no embedding model on this machine, and --offline leaves out all others'
const noModel = "there is no embedding model; 'recallite index --model FILE.gguf' adds search by meaning"

/**
 * Chooses where to embed, by the settings and by what filled this store before.
 * @throws UsageError where a local model is wanted and there is none
 */
export async function chooseBackends(
  resolved: ReadSettings,
  { store, isOffline, fills }: BackendPurpose,
): Promise<BackendChoice> {
  const circumstances = circumstancesOf(resolved, await store.listSpaces(), isOffline)
  const choice = resolveChoice(resolved, circumstances.findModel)
  const { allowHttp } = choice.providers
  const entries = chooseEntries(choice, circumstances)
  assertModelNamed(resolved, entries, { fills, find: circumstances.findModel })
  const reason = isOffline ? onlyRemote : noModel
  return {
    backends: entries.map((entry) => makeBackend(entry, { allowHttp })),
    backendOf: (source) => {
      if (!mayFollow(source, resolved)) return undefined
      const entry = rememberedEntry(source, choice, circumstances)
      return entry && makeBackend(entry, { allowHttp })
    },
    noModelReason: entries.length === 0 && choice.provider !== 'none' ? reason : undefined,
  }
}

function circumstancesOf(
  resolved: ReadSettings,
  spaces: readonly KeptSpace[],
  isOffline: boolean,
): Circumstances {
  const folder = resolved.settings.models.path
  const isTyped = resolved.originOf('model').kind === 'flag'
  return {
    remembered: spaces
      .toReversed()
      .flatMap(({ source }) => source ?? [])
      .filter((source) => mayFollow(source, resolved)),
    findModel: (name) => findModel(name, folder, { isTyped }),
    isInstalled,
    isChainOverruled: nearnessOf(resolved, 'provider') > 1 || nearnessOf(resolved, 'model') > 1,
    isOffline,
  }
}

/**
 * Whether the source of a space may be followed, of which the database alone knows. One that came with a folder could name
 * any model file, or a service that the user did not choose: of it only models count that lie in the user's models folder,
 * and providers that the user named.
 */
function mayFollow(source: string, resolved: ReadSettings): boolean {
  if (confinementOf(resolved).within === undefined) return true
  const entry = entryOf(source)
  if (entry === undefined) return false
  const { provider, model } = entry
  return isOnDisk(provider) ? isInside(resolved.settings.models.path, model) : isChosen(provider, resolved)
}

const choices = ['provider', 'fallback', 'chain'] as const

function isChosen(provider: ProviderName, { settings, originOf }: ReadSettings): boolean {
  const named = {
    provider: settings.provider === provider,
    fallback: settings.fallback === provider,
    chain: settings.chain.some((backend) => backend.provider === provider),
  }
  return choices.some((key) => named[key] && !isFromWorkspace(originOf(key)))
}

const nearness: Readonly<Record<Origin['kind'], number>> = { 'built-in': 0, file: 1, variable: 2, flag: 3 }

function nearnessOf({ originOf }: ResolvedSettings, key: 'provider' | 'model'): number {
  return nearness[originOf(key).kind]
}

function assertModelNamed(
  { settings, originOf }: ResolvedSettings,
  [first]: readonly BackendEntry[],
  { fills, find }: { fills: boolean; find: Circumstances['findModel'] },
): void {
  if (settings.provider !== 'local' || settings.model !== undefined || first?.provider !== 'local') return
  const isAskedFor = fills || originOf('provider').kind === 'flag'
  if (!isAskedFor || find(first.model) !== undefined) return
  throw new UsageError(
    '--provider local needs a model. Name it: --model FILE.gguf, or download one: recallite models pull',
  )
}

/** Whether a flag, a variable or a settings file names who is to embed; `auto` takes what there is. */
export function isNamed(resolved: ResolvedSettings): boolean {
  const { provider, model, chain } = resolved.settings
  return provider !== 'auto' || model !== undefined || chain.length > 0
}

/**
 * The settings that say where to embed, with provider and model that go together: a provider that is named nearer by than
 * a model is not asked for that one, and a model on this machine, or of a well-known provider, that is named nearer by
 * than a provider is not looked for there.
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
