import { isFromWorkspace, type Origin } from '../errors.js'
import type { ResolvedSettings } from '../resolve-settings.js'
import { ownerOf, type Choice, type Circumstances } from './choose-entries.js'

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

/** What it means for the choice where the settings come from. A provider or model of a flag or variable overrules the chain. */
export function readOrigins(
  resolved: ResolvedSettings,
): Pick<Circumstances, 'isChainOverruled' | 'isUsersOwn'> {
  const isAboveFiles = (key: 'provider' | 'model') => nearnessOf(resolved, key) > nearness.file
  return {
    isChainOverruled: isAboveFiles('provider') || isAboveFiles('model'),
    isUsersOwn: (key) => !isFromWorkspace(resolved.originOf(key)),
  }
}

const nearness: Readonly<Record<Origin['kind'], number>> = { 'built-in': 0, file: 1, variable: 2, flag: 3 }

function nearnessOf({ originOf }: ResolvedSettings, key: 'provider' | 'model'): number {
  return nearness[originOf(key).kind]
}
