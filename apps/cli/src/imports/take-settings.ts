import { join } from 'node:path'
import { describeOrigin, readSettings, recalliteFolder, type SettingKey } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { setInFile } from '../setup/plan.js'
import type { ForeignSetting, ImportedItem } from './foreign-memory.js'

/**
 * Adds settings to the user's settings file, without changing existing ones. Settings of models depend on each other: if one of them
 * is set differently, none is added.
 */
export async function takeSettings(
  settings: readonly ForeignSetting[],
  { config, dryRun }: Flags,
): Promise<ImportedItem[]> {
  // No agent has the id `defaults`, so this reads the settings for all agents.
  const readOf = async (agent = 'defaults') => (await readSettings({ agent, config })).withoutWorkspace()
  const items: ImportedItem[] = []
  for (const { agent, key, value } of settings) {
    const read = await readOf(agent)
    const others = settings.filter((other) => other.agent === agent && isAboutModels(other.key))
    const group = isAboutModels(key) ? [...others, { key: 'chain', value: '' } as const] : [{ key, value }]
    const conflict = group.find(
      (other) => read.originOf(other.key).kind !== 'built-in' && read.writtenOf(other.key) !== other.value,
    )
    const state = conflict ? 'left' : read.originOf(key).kind === 'built-in' ? 'taken' : 'known'
    const why = conflict && `${describeOrigin(read.originOf(conflict.key))} sets ${conflict.key}`
    items.push({ state, what: `setting ${key}: ${JSON.stringify(value)}`, agent, why })
  }
  const { files, home } = await readOf()
  const added = settings.filter((_, index) => items[index]?.state === 'taken')
  const values = added.map(({ agent, key, value }) => {
    const above = agent === undefined ? [] : ['agents', agent]
    return [[...above, ...key.split('.')], value] as const
  })
  if (!dryRun) setInFile(files.user ?? join(recalliteFolder(home), 'config.yaml'), values)
  return items
}

const isAboutModels = (key: SettingKey): boolean => /^(?:provider|model|fallback|providers\..*)$/u.test(key)
