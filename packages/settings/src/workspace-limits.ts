import { isAbsolute } from 'node:path'
import { flagSyntax, shellWord } from '@recallite/command-line'
import { type SettingKey, keyTable } from './key-table.js'
import { builtInLayer, mergeLayers, type Layer } from './layers.js'
import { isFromWorkspace, refuseEntry } from './errors.js'
import { valuesIn, type ResolvedSettings } from './resolve-settings.js'
import type { FlatSettings } from './setting-types.js'
import { isLoopback } from './schemas/addresses.js'
import { isInside } from './schemas/paths.js'
import type { Surroundings } from './schemas/schema.js'
import type { WorkspaceFolder } from './trusted-folders.js'
import { variablesOf, type Setting } from './schemas/schema.js'

const model = 'a model outside of your models folder'
const address = 'where texts and keys are sent'

/**
 * Until the user trusts the folder, a workspace file must not name a model that came with it, which native code would
 * parse, nor an address, which keys would be sent to. Throws `SettingsError` `SETTINGS_REFUSED`. The most general layer is
 * the first one.
 */
export function assertTrusted(
  { valueOf, originOf }: ResolvedSettings,
  context: { layers: readonly Layer[]; surroundings: Surroundings; folder: WorkspaceFolder },
): void {
  const { layers, surroundings, folder } = context
  if (folder.isTrusted) return
  const models = defaultsAnd(layers.map(withoutWorkspace), surroundings)('models.path')
  // Names are resolved in the models folder; a path may lead to a file that came with the workspace.
  const isForeign = (path: string | undefined) =>
    path !== undefined && isAbsolute(path) && !isInside(models, path)
  const server = 'a server that texts are sent to'
  const chain = valueOf('chain')
  const addresses = (['openai', 'gemini', 'ollama'] as const).map(
    (name) => `providers.${name}.baseUrl` as const,
  )
  const faults: readonly (readonly [SettingKey, string, boolean])[] = [
    ['model', model, isForeign(valueOf('model'))],
    ['models.path', 'the folder of models', valueOf('models.path') !== models],
    ['chain', model, chain.some((backend) => isForeign(backend.model))],
    ['chain', address, chain.some(({ baseUrl }) => baseUrl !== undefined)],
    ['store.url', server, valueOf('store.url') !== undefined],
    ['records.url', server, valueOf('records.url') !== undefined],
    ...addresses.map((key) => [key, address, valueOf(key) !== undefined] as const),
  ]
  for (const [key, named, isFault] of faults) {
    if (!isFault || !isFromWorkspace(originOf(key))) continue
    refuseEntry(
      { key, origin: originOf(key) },
      `names ${named}, but the folder is not trusted: both may come from elsewhere. If you trust ${folder.path}: recallite trust ${shellWord(folder.path)}`,
    )
  }
}

type Reader = ReturnType<typeof valuesIn>

function defaultsAnd(layers: readonly Layer[], surroundings: Surroundings): Reader {
  return valuesIn(mergeLayers([builtInLayer(), ...layers]), surroundings)
}

function withoutWorkspace(layer: Layer): Layer {
  return new Map([...layer].filter(([, { origin }]) => !isFromWorkspace(origin)))
}

type ChoiceKey = 'provider' | 'fallback' | 'chain'

/**
 * If the user file keeps texts on this machine, a workspace file must not send them to another one. Throws `SettingsError`
 * `SETTINGS_REFUSED`.
 */
export function assertTextsStay(
  { user, all }: { readonly user: readonly Layer[]; readonly all: readonly Layer[] },
  surroundings: Surroundings,
): void {
  const merged = mergeLayers(all)
  const read = defaultsAnd(all, surroundings)
  // The address of Ollama in effect, from any layer.
  const ollama = read('providers.ollama.baseUrl')
  // A provider or model of a flag or variable overrides the chain of a file.
  const isChainOverruled = (['provider', 'model'] as const).some((key) =>
    ['variable', 'flag'].includes(merged.get(key)?.origin.kind ?? ''),
  )
  const keys: readonly ChoiceKey[] = isChainOverruled
    ? ['provider', 'fallback']
    : ['provider', 'fallback', 'chain']
  for (const key of keys) {
    const origin = merged.get(key)?.origin
    if (!origin || !isFromWorkspace(origin) || !letsTextsGo(key, read, ollama)) continue
    if (letsTextsGo('chain', defaultsAnd(user, surroundings), ollama)) return
    refuseEntry(
      { key, origin },
      `would send texts to another machine, but your user file keeps them on this one. To allow it, set it yourself: ${remedyOf(key)}.`,
    )
  }
}

/** Whether a setting lets texts leave this machine; an empty chain leaves the choice to the provider. */
function letsTextsGo(key: ChoiceKey, read: Reader, ollama: string | undefined): boolean {
  const chain: FlatSettings['chain'] = key === 'chain' ? read('chain') : []
  if (chain.length > 0) return chain.some(({ provider, baseUrl }) => leaves(provider, baseUrl ?? ollama))
  return leaves(read(key === 'chain' ? 'provider' : key), ollama)
}

/** `auto` may choose any provider with a key. */
function leaves(provider: string, ollama: string | undefined): boolean {
  if (provider === 'ollama') return ollama !== undefined && !isLoopback(ollama)
  return ['auto', 'openai', 'gemini'].includes(provider)
}

function remedyOf(key: ChoiceKey): string {
  const { flag = key === 'chain' ? keyTable.provider.flag : undefined }: Setting = keyTable[key]
  const flags = flag === undefined ? [] : [flagSyntax(flag)]
  return [...flags, variablesOf(key, keyTable[key])[0], '~/.recallite/config.yaml'].join(', ')
}

/**
 * A workspace file must not index more conversations than the user set, except transcripts in its own folder
 * (`sessions.path`). Throws `SettingsError` `SETTINGS_REFUSED`.
 */
export function assertSessionsStay(layers: readonly Layer[], surroundings: Surroundings): void {
  const merged = mergeLayers(layers)
  if (isFromWorkspace(merged.get('sessions.path')?.origin)) return
  if (daysOf(layers, surroundings) <= daysOf(layers.map(withoutWorkspace), surroundings)) return
  const isEnabled = merged.get('sessions.enabled')?.resolve(surroundings) === true
  const keys: readonly SettingKey[] = ['sources', 'sessions.retentionDays']
  for (const key of isEnabled ? (['sessions.enabled', ...keys] as const) : keys) {
    const origin = merged.get(key)?.origin
    if (!origin || !isFromWorkspace(origin)) continue
    refuseEntry(
      { key, origin },
      'would index more of your conversations than you set. To allow it, set it in the user file, ~/.recallite/config.yaml; or set sessions.path to a folder of transcripts next to this file.',
    )
  }
}

/** How many days transcripts stay in the index; 0 if they are not indexed. */
function daysOf(layers: readonly Layer[], surroundings: Surroundings): number {
  const read = defaultsAnd(layers, surroundings)
  const isEnabled = read('sessions.enabled') || read('sources').includes('sessions')
  return isEnabled || read('sessions.agents').length > 0 ? read('sessions.retentionDays') : 0
}
