import { join } from 'node:path'
import { type ReadSettings, recalliteFolder } from '@recallite/settings'
import { type Document, isNode } from 'yaml'
import { editSettings } from '../settings/edit-settings.js'
import type { ForeignSetting } from './foreign-memory.js'
import type { ImportedItem } from './report.js'

/**
 * Adds settings to the user's settings file, without changing what it says already. A model goes with its provider: where the
 * file names another one, nothing about models is added.
 */
export function takeSettings(
  settings: readonly ForeignSetting[],
  { files, home }: Pick<ReadSettings, 'files' | 'home'>,
  isDryRun: boolean,
): ImportedItem[] {
  if (settings.length === 0) return []
  const file = files.user ?? join(recalliteFolder(home), 'config.yaml')
  let items: ImportedItem[] = []
  editSettings(file, (document) => {
    items = settings.map((setting) => itemOf(setting, settings, document))
    const added = settings.filter((_, index) => items[index]?.state === 'taken')
    for (const setting of added) document.setIn(pathOf(setting), setting.value)
    return added.length > 0 && !isDryRun
  })
  return items
}

const pathOf = ({ agent, key }: Pick<ForeignSetting, 'agent' | 'key'>): string[] => [
  ...(agent === undefined ? [] : ['agents', agent]),
  ...key.split('.'),
]

function itemOf(
  setting: ForeignSetting,
  settings: readonly ForeignSetting[],
  document: Document,
): ImportedItem {
  const { agent, key, value } = setting
  const what = `setting ${key}: ${JSON.stringify(value)}`
  const present = valueIn(document, setting)
  if (present === value) return { state: 'known', what, agent }
  const group = settings.filter((other) => other.agent === agent && isAboutModels(other.key))
  const clashing = [...(isAboutModels(key) ? group : [setting]), ...(isAboutModels(key) ? [{ agent, key: 'chain', value: null }] : [])]
  const own = clashing.find((other) => ![undefined, other.value].includes(valueIn(document, other)))
  if (own === undefined) return { state: 'taken', what, agent }
  return { state: 'left', what, agent, why: `your own settings have ${own.key}: ${JSON.stringify(valueIn(document, own))}` }
}

const isAboutModels = (key: string): boolean => /^(?:provider|model|fallback|providers\..*)$/u.test(key)

function valueIn(document: Document, setting: Pick<ForeignSetting, 'agent' | 'key'>) {
  const value: unknown = document.getIn(pathOf(setting))
  return (isNode(value) ? value.toJSON() : value) as ForeignSetting['value'] | undefined
}
