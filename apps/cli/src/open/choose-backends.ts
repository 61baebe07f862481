import { UsageError } from '@recallite/command-line'
import type { KeptSpace, Store } from '@recallite/store'
import {
  chooseBackends as choose,
  entryOf,
  findModel,
  isFromWorkspace,
  isInside,
  isOnDisk,
  type ProviderBackend,
  type ReadSettings,
} from '@recallite/settings'
import { confinementOf } from '../trust/folders.js'

/** The backends of a memory. */
export type BackendChoice = Awaited<ReturnType<typeof chooseBackends>>

const onlyRemote = 'there is no embedding model on this machine, and --offline excludes services'
const noModel = "there is no embedding model; 'recallite setup' adds search by meaning"

/**
 * Chooses backends by the settings and by the models that filled this store before.
 * @param purpose `fills`: whether documents will be embedded; a search works without a model
 * @returns `isModelMissing`: whether the user typed a model that does not exist, or lacks its key or package; `noModelReason`: why there
 * is no backend; undefined if none is configured
 * @throws UsageError if a local model is required and there is none
 */
export async function chooseBackends(
  resolved: ReadSettings,
  { store, isOffline, fills }: { store: Store; isOffline: boolean; fills: boolean },
) {
  const remembered = rememberedSources(await store.listSpaces(), resolved)
  const { backends, backendOf } = choose(resolved, { remembered, isOffline })
  const [named] = resolved.chain
  if (fills || named?.origin.kind === 'flag') assertModelFound(resolved, backends[0])
  const isModelMissing = named?.isTyped === true && backends[0]?.findObstacle() !== undefined
  // Another model must not replace the one that the user typed.
  const mayAnswer = (source: string) => !isModelMissing && mayFollow(source, resolved)
  return {
    backends,
    isModelMissing,
    backendOf: (source: string) => (mayAnswer(source) ? backendOf(source) : undefined),
    noModelReason: backends.length > 0 || !named ? undefined : isOffline ? onlyRemote : noModel,
  }
}

/** The sources of spaces that may be followed, latest first. */
export function rememberedSources(spaces: readonly KeptSpace[], resolved: ReadSettings): string[] {
  const sources = spaces.toReversed().flatMap(({ source }) => source ?? [])
  return sources.filter((source) => mayFollow(source, resolved))
}

/**
 * Whether the source of a space, as stored in the database, may be followed. A database that came with a folder could name any model
 * file or service; so only models in the user's models folder and providers that the user named are allowed.
 */
function mayFollow(source: string, resolved: ReadSettings): boolean {
  if (confinementOf(resolved).within === undefined) return true
  const entry = entryOf(source)
  if (entry === undefined) return false
  const { provider, model } = entry
  if (isOnDisk(provider)) return isInside(resolved.settings.models.path, model)
  return resolved.chain.some((named) => named.provider === provider && !isFromWorkspace(named.origin))
}

function assertModelFound({ chain: [named, ...others], settings }: ReadSettings, first?: ProviderBackend) {
  if (named?.provider !== 'local' || others.length > 0 || named.model !== undefined) return
  const model = first && entryOf(first.source)?.model
  if (model !== undefined && findModel(model, settings.models.path) !== undefined) return
  throw new UsageError(
    '--provider local needs a model. Use --model FILE.gguf, or download one: recallite models pull',
  )
}
