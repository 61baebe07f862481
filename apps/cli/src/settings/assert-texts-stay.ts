import { builtInLayer, mergeLayers, type Layer } from './layer.js'
import { keyTable, type SettingKey } from './key-table.js'
import { isLoopback } from './kinds/url.js'
import { refusePlace } from './place.js'
import { flagSyntax, variablesOf, type Setting } from './setting.js'
import type { FlatSettings } from './settings.js'
import type { Surroundings } from './surroundings.js'

type ChoiceKey = 'provider' | 'fallback' | 'chain'
type Reader = <Key extends SettingKey>(key: Key) => FlatSettings[Key]

/** Whether texts may leave this machine by a provider; `auto` takes whatever has a key. */
function leaves(provider: string, address: string | undefined): boolean {
  if (provider === 'ollama') return address !== undefined && !isLoopback(address)
  return ['auto', 'openai', 'gemini'].includes(provider)
}

/** What leaves is judged with the address that Ollama has in the end, whoever sets it. */
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

/** Whether flags or variables say where to embed: files then have no say in it by their chain. */
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

/** Who said something, and what holds in the end. */
export interface SaidLayers {
  /** Of the user file, the farthest first. */
  readonly user: readonly Layer[]
  /** Of everybody, the farthest first. */
  readonly all: readonly Layer[]
}

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
