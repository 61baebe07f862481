import type { SettingKey } from './key-table.js'
import { builtInLayer, mergeLayers, type Given, type Layer } from './layer.js'
import { refusePlace } from './place.js'
import type { FlatSettings } from './settings.js'
import type { Surroundings } from './surroundings.js'

function isWorkspaces(given: Given | undefined): given is Given {
  return given?.origin.kind === 'file' && given.origin.isWorkspace
}

function withoutWorkspace(layer: Layer): Layer {
  return new Map([...layer].filter(([, given]) => !isWorkspaces(given)))
}

/** For how many days transcripts are in the index; 0 where they are not. */
function daysOf(layers: readonly Layer[], surroundings: Surroundings): number {
  const merged = mergeLayers([builtInLayer(), ...layers])
  const read = <Key extends SettingKey>(key: Key) =>
    merged.get(key)?.settle(surroundings) as FlatSettings[Key]
  const isOn = read('sessions.enabled') || read('sources').includes('sessions')
  return isOn ? read('sessions.retentionDays') : 0
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
