import { isInside } from '../settings/inside.js'
import { isInWorkspace } from '../settings/place.js'
import type { ReadSettings } from '../settings/read-settings.js'
import { confinementOf } from '../settings/workspace-folder.js'
import { isOnDisk, type ProviderName } from './link-entry.js'
import { entryOf } from './link-source.js'

const choices = ['provider', 'fallback', 'chain'] as const

/** Whether the user, and not the file of a workspace, named a provider. */
function isChosen(provider: ProviderName, { settings, originOf }: ReadSettings): boolean {
  const named = {
    provider: settings.provider === provider,
    fallback: settings.fallback === provider,
    chain: settings.chain.some((link) => link.provider === provider),
  }
  return choices.some((key) => named[key] && !isInWorkspace({ key, origin: originOf(key) }))
}

/**
 * Whether the source of a space may be followed, of which the database alone knows. One that came with a folder could name
 * any model file, or a service that the user did not choose: of it only models count that lie in the user's models folder,
 * and providers that the user named.
 */
export function mayFollow(source: string, resolved: ReadSettings): boolean {
  if (confinementOf(resolved).within === undefined) return true
  const entry = entryOf(source)
  if (entry === undefined) return false
  const { provider, model } = entry
  return isOnDisk(provider) ? isInside(resolved.settings.models.path, model) : isChosen(provider, resolved)
}
