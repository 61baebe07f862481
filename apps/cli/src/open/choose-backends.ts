import { UsageError } from '@recallite/command-line'
import type { KeptSpace, Store } from '@recallite/store'
import {
  choiceOf,
  chooseEntries,
  entryOf,
  isFromWorkspace,
  isInside,
  isOnDisk,
  makeBackend,
  rememberedEntry,
  type ProviderBackend,
  type ReadSettings,
  type ResolvedSettings,
} from '@recallite/settings'
import { confinementOf } from '../trust/folders.js'

/** The backends of a memory. */
export interface BackendChoice {
  readonly backends: readonly ProviderBackend[]
  readonly backendOf: (source: string) => ProviderBackend | undefined
  /** Whether the user typed a model that is not there, or lacks its key or its package. */
  readonly isModelMissing: boolean
  /** Why there is no backend; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

const onlyRemote = 'there is no embedding model on this machine, and --offline leaves out all others'
const noModel = "there is no embedding model; 'recallite setup' adds search by meaning"

/**
 * Chooses backends by the settings and by the models that filled this store before.
 * @param purpose `fills`: whether documents are to be embedded; a search works without
 * @throws UsageError if a local model is wanted and there is none
 */
export async function chooseBackends(
  resolved: ReadSettings,
  { store, isOffline, fills }: { store: Store; isOffline: boolean; fills: boolean },
): Promise<BackendChoice> {
  const spaces = await store.listSpaces()
  const context = {
    ...choiceOf(resolved),
    remembered: rememberedSources(spaces, resolved),
    isOffline,
  }
  const entries = chooseEntries(context)
  const [first] = entries
  const needsModel = fills || resolved.originOf('provider').kind === 'flag'
  if (needsModel && first?.provider === 'local') assertModelFound(resolved, context.findModel(first.model))
  const reason = isOffline ? onlyRemote : noModel
  const backends = entries.map((entry) => makeBackend(entry, context.providers))
  const isModelMissing =
    resolved.originOf('model').kind === 'flag' && backends[0]?.findObstacle() !== undefined
  return {
    backends,
    isModelMissing,
    backendOf: (source) => {
      // Another model must not answer for the one that the user typed.
      const entry =
        !isModelMissing && mayFollow(source, resolved) ? rememberedEntry(source, context) : undefined
      return entry && makeBackend(entry, context.providers)
    },
    noModelReason: entries.length === 0 && context.provider !== 'none' ? reason : undefined,
  }
}

/** The sources of spaces that may be followed, that of the space that was chosen last first. */
export function rememberedSources(spaces: readonly KeptSpace[], resolved: ReadSettings): string[] {
  const sources = spaces.toReversed().flatMap(({ source }) => source ?? [])
  return sources.filter((source) => mayFollow(source, resolved))
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
