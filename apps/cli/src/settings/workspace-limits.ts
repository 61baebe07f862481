import { isAbsolute } from 'node:path'
import { shellWord } from '../shell-word.js'
import { isInside } from './inside.js'
import { type SettingKey, keyTable } from './key-table.js'
import { builtInLayer, mergeLayers, type Layer, type Given } from './layers.js'
import { isInWorkspace, refusePlace } from './errors.js'
import type { ResolvedSettings, FlatSettings } from './resolve-settings.js'
import type { Surroundings } from './kinds/kind.js'
import type { WorkspaceFolder } from '../trust/trusted-folders.js'
import { isLoopback } from './kinds/url.js'
import { flagSyntax, variablesOf, type Setting } from './setting.js'

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

const names = { model: 'a model outside of your models folder', address: 'where texts and keys are sent' }

const addresses = [
  'providers.openai.baseUrl',
  'providers.gemini.baseUrl',
  'providers.ollama.baseUrl',
] as const satisfies readonly SettingKey[]

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

/** A name is looked for in the models folder alone; a path may lead to a file that came with the workspace. */
function isShipped(model: string | undefined, models: string): boolean {
  return model !== undefined && isAbsolute(model) && !isInside(models, model)
}

interface SaidLayers {
  /** Of the user file, the farthest first. */
  readonly user: readonly Layer[]
  /** Of everybody, the farthest first. */
  readonly all: readonly Layer[]
}

type Reader = <Key extends SettingKey>(key: Key) => FlatSettings[Key]

type ChoiceKey = 'provider' | 'fallback' | 'chain'

/**
 * A workspace file may come with a folder from elsewhere: where the user file keeps texts on this machine, it must not
 * send them to another.
 * @throws SettingsError `SETTINGS_REFUSED`
 */
export function assertTextsStay({ user, all }: SaidLayers, surroundings: Surroundings): void {
  const merged = mergeLayers([builtInLayer(), ...all])
  const readerOf =
    (layer: Layer): Reader =>
    (key) =>
      layer.get(key)?.settle(surroundings) as FlatSettings[typeof key]
  const read = readerOf(merged)
  const { keepsHere, letsGo } = judgeOf(read('providers.ollama.baseUrl'))
  const keys: readonly ChoiceKey[] = ['provider', 'fallback', 'chain']
  for (const key of isChainOverruled(merged) ? keys.slice(0, 2) : keys) {
    const origin = merged.get(key)?.origin
    if (origin?.kind !== 'file' || !origin.isWorkspace || !letsGo(key, read)) continue
    if (!keepsHere(readerOf(mergeLayers([builtInLayer(), ...user])))) return
    refusePlace(
      { key, origin },
      `would send texts to another machine, and your user file keeps them on this one. If you want that, say so yourself: ${remedyOf(key)}.`,
    )
  }
}

/** Judges by the address that Ollama has in the end, whichever layer sets it. */
function judgeOf(ollama: string | undefined) {
  const chainLeaves = (chain: FlatSettings['chain']) =>
    chain.some(({ provider, baseUrl }) => leaves(provider, baseUrl ?? ollama))
  return {
    /** Whether somebody's word is that texts stay here. */
    keepsHere: (read: Reader) =>
      read('chain').length > 0 ? !chainLeaves(read('chain')) : !leaves(read('provider'), ollama),
    /** Whether a setting lets texts leave. */
    letsGo(key: ChoiceKey, read: Reader): boolean {
      if (key !== 'chain') return leaves(read(key), ollama)
      // One without links gives way to the provider.
      return read('chain').length > 0 ? chainLeaves(read('chain')) : leaves(read('provider'), ollama)
    },
  }
}

/** Whether texts may leave this machine; `auto` may take any provider with a key. */
function leaves(provider: string, address: string | undefined): boolean {
  if (provider === 'ollama') return address !== undefined && !isLoopback(address)
  return ['auto', 'openai', 'gemini'].includes(provider)
}

/** A provider or model of a flag or variable counts for more than the chain of a file. */
function isChainOverruled(layer: Layer): boolean {
  return (['provider', 'model'] as const).some((key) =>
    ['variable', 'flag'].includes(layer.get(key)?.origin.kind ?? ''),
  )
}

function remedyOf(key: ChoiceKey): string {
  const { flag }: Setting = keyTable[key]
  const usual = key === 'chain' ? keyTable.provider.flag : flag
  const [variable] = variablesOf(key, keyTable[key])
  return [...(usual === undefined ? [] : [flagSyntax(usual)]), variable, '~/.recallite/config.yaml'].join(
    ', ',
  )
}

/**
 * A workspace file may come with a folder from elsewhere: it must not have more of your conversations indexed than you
 * want. Those in its own folder, which it names by `sessions.path`, are its affair.
 * @param layers of everybody, the farthest first
 * @throws SettingsError `SETTINGS_REFUSED`
 */
export function assertSessionsStay(layers: readonly Layer[], surroundings: Surroundings): void {
  const merged = mergeLayers(layers)
  if (isWorkspaces(merged.get('sessions.path'))) return
  if (daysOf(layers, surroundings) <= daysOf(layers.map(withoutWorkspace), surroundings)) return
  const enabled = merged.get('sessions.enabled')
  // A switch that is off is not what switched them on.
  const keys: readonly SettingKey[] =
    enabled?.settle(surroundings) === true
      ? ['sessions.enabled', 'sources', 'sessions.retentionDays']
      : ['sources', 'sessions.retentionDays']
  for (const key of keys) {
    const given = merged.get(key)
    if (!isWorkspaces(given)) continue
    refusePlace(
      { key, origin: given.origin },
      'would have more of your conversations indexed than you said. If you want that, say so in the user file, ~/.recallite/config.yaml; or name a folder of transcripts beside this file: sessions.path.',
    )
  }
}

function isWorkspaces(given: Given | undefined): given is Given {
  return given?.origin.kind === 'file' && given.origin.isWorkspace
}

/** For how many days transcripts are in the index; 0 where they are not. */
function daysOf(layers: readonly Layer[], surroundings: Surroundings): number {
  const merged = mergeLayers([builtInLayer(), ...layers])
  const read = <Key extends SettingKey>(key: Key) =>
    merged.get(key)?.settle(surroundings) as FlatSettings[Key]
  const isOn = read('sessions.enabled') || read('sources').includes('sessions')
  return isOn ? read('sessions.retentionDays') : 0
}

function withoutWorkspace(layer: Layer): Layer {
  return new Map([...layer].filter(([, given]) => !isWorkspaces(given)))
}
