import { isAbsolute } from 'node:path'
import { shellWord } from '../shell-word.js'
import { isInside } from './inside.js'
import type { SettingKey } from './key-table.js'
import { builtInLayer, mergeLayers, type Layer } from './layer.js'
import { isInWorkspace, refusePlace } from './place.js'
import type { ResolvedSettings } from './resolve-settings.js'
import type { Surroundings } from './surroundings.js'
import type { WorkspaceFolder } from './workspace-folder.js'

/** Where the user keeps models, whatever a workspace file says. */
function ownModels(layers: readonly Layer[], surroundings: Surroundings): unknown {
  const own = layers.map(
    (layer) => new Map([...layer].filter(([key, { origin }]) => !isInWorkspace({ key, origin }))),
  )
  return mergeLayers([builtInLayer(), ...own])
    .get('models.path')
    ?.settle(surroundings)
}

interface Judged {
  readonly resolved: ResolvedSettings
  readonly models: string
}

const addresses = [
  'providers.openai.baseUrl',
  'providers.gemini.baseUrl',
  'providers.ollama.baseUrl',
] as const satisfies readonly SettingKey[]

/** A name is looked for in the models folder alone; a path may lead to a file that came with the workspace. */
function isShipped(model: string | undefined, models: string): boolean {
  return model !== undefined && isAbsolute(model) && !isInside(models, model)
}

const names = { model: 'a model outside of your models folder', address: 'where texts and keys are sent' }

/** What a workspace file may say only where its folder is trusted, and what it says there. */
function wrongsOf({ resolved, models }: Judged): (readonly [SettingKey, string])[] {
  const { valueOf } = resolved
  const chain = valueOf('chain')
  const wrongs: (readonly [SettingKey, string, boolean])[] = [
    ['model', names.model, isShipped(valueOf('model'), models)],
    ['models.path', 'the folder of models', valueOf('models.path') !== models],
    ['chain', names.model, chain.some(({ model }) => isShipped(model, models))],
    ['chain', names.address, chain.some(({ baseUrl }) => baseUrl !== undefined)],
    ...addresses.map((key) => [key, names.address, valueOf(key) !== undefined] as const),
  ]
  return wrongs.flatMap(([key, what, isWrong]) => (isWrong ? [[key, what] as const] : []))
}

/**
 * A workspace file may come with a folder from elsewhere: until the user trusts the folder it must not have a model file
 * loaded that came with it, which is parsed by native code, nor name an address, to which a key would go.
 * @param layers of everybody, the farthest first
 * @throws SettingsError `SETTINGS_REFUSED`
 */
export function assertTrusted(
  resolved: ResolvedSettings,
  {
    layers,
    surroundings,
    folder,
  }: { layers: readonly Layer[]; surroundings: Surroundings; folder: WorkspaceFolder },
): void {
  if (folder.isTrusted) return
  const models = String(ownModels(layers, surroundings))
  for (const [key, what] of wrongsOf({ resolved, models })) {
    const place = { key, origin: resolved.originOf(key) }
    if (!isInWorkspace(place)) continue
    refusePlace(
      place,
      `names ${what}, and the folder is not trusted: both may have come from elsewhere. If you trust ${folder.path}, say so: recallite trust ${shellWord(folder.path)}`,
    )
  }
}
