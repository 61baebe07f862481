import { UsageError } from '@recallite/command-line'
import type { KeptSpace, Store } from '@recallite/store'
import { findModel } from '../models/find-model.js'
import type { ReadSettings } from '../settings/read-settings.js'
import type { ResolvedSettings } from '../settings/resolve-settings.js'
import { chooseEntries, rememberedEntry, type Circumstances } from './choose-entries.js'
import type { LinkEntry } from './link-entry.js'
import { mayFollow } from './may-follow.js'
import { makeLink, type ProviderLink } from './make-link.js'
import { isInstalled } from './providers.js'
import { nearnessOf, settleChoice } from './settle-choice.js'

/** Where a memory embeds. */
export interface LinkChoice {
  readonly links: readonly ProviderLink[]
  readonly linkOf: (source: string) => ProviderLink | undefined
  /** Why there is no link; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

const noModel = "there is no embedding model; 'recallite index --model FILE.gguf' adds search by meaning"
const onlyRemote = 'there is no embedding model on this machine, and --offline leaves out all others'

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

/** What the choice is for. */
export interface LinkPurpose {
  readonly store: Store
  readonly isOffline: boolean
  /** Whether texts are to be embedded; a search does without. */
  readonly fills: boolean
}

/** @throws UsageError where a local model is asked for, nobody named one, and the usual one is not there */
function assertModelNamed(
  { settings, originOf }: ResolvedSettings,
  [first]: readonly LinkEntry[],
  { fills, find }: { fills: boolean; find: Circumstances['findModel'] },
): void {
  if (settings.provider !== 'local' || settings.model !== undefined || first?.provider !== 'local') return
  const isAskedFor = fills || originOf('provider').kind === 'flag'
  if (!isAskedFor || find(first.model) !== undefined) return
  throw new UsageError(
    '--provider local needs a model. Name it: --model FILE.gguf, or download one: recallite models pull',
  )
}

/**
 * Settles where to embed: by the settings, and by what filled this store before.
 * @throws UsageError where a local model is wanted and there is none
 */
export async function chooseLinks(
  resolved: ReadSettings,
  { store, isOffline, fills }: LinkPurpose,
): Promise<LinkChoice> {
  const circumstances = circumstancesOf(resolved, await store.listSpaces(), isOffline)
  const choice = settleChoice(resolved, circumstances.findModel)
  const { allowHttp } = choice.providers
  const entries = chooseEntries(choice, circumstances)
  assertModelNamed(resolved, entries, { fills, find: circumstances.findModel })
  const reason = isOffline ? onlyRemote : noModel
  return {
    links: entries.map((entry) => makeLink(entry, { allowHttp })),
    linkOf: (source) => {
      if (!mayFollow(source, resolved)) return undefined
      const entry = rememberedEntry(source, choice, circumstances)
      return entry && makeLink(entry, { allowHttp })
    },
    noModelReason: entries.length === 0 && choice.provider !== 'none' ? reason : undefined,
  }
}
