import type { Origin } from '../settings/origin.js'
import type { ResolvedSettings } from '../settings/resolve-settings.js'
import { ownerOf, type Choice } from './choose-entries.js'

const nearness: Readonly<Record<Origin['kind'], number>> = { 'built-in': 0, file: 1, variable: 2, flag: 3 }

/** How near to the command a setting was made: a flag is nearest. */
export function nearnessOf({ originOf }: ResolvedSettings, key: 'provider' | 'model'): number {
  return nearness[originOf(key).kind]
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
export function settleChoice(
  resolved: ResolvedSettings,
  findModel: (name: string) => string | undefined,
): Choice {
  const { settings } = resolved
  const { provider, model } = settings
  const [ofProvider, ofModel] = [nearnessOf(resolved, 'provider'), nearnessOf(resolved, 'model')]
  if (model === undefined || ofProvider === 0 || ofProvider === ofModel) return settings
  if (ofProvider > ofModel) return { ...settings, model: undefined }
  const owner = ownerOf(model)
  const isElsewhere =
    provider === 'none' || owner !== 'local' || findModel(model) !== undefined || model.endsWith('.gguf')
  return isElsewhere && provider !== 'onnx' ? { ...settings, provider: owner } : settings
}
