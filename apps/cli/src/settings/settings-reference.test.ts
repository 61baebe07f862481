import { expect, it } from 'vitest'
import { fileLayers } from '@recallite/settings'
import { parseSettings } from '@recallite/settings/parse-settings'
import { settingsReference } from './testing/settings-reference.js'

it('the page of settings is the one that is published (run vitest with -u to write it anew)', async () => {
  await expect(settingsReference()).toMatchFileSnapshot('../../SETTINGS.md')
})

it('its example holds', () => {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(settingsReference()) ?? []
  const file = parseSettings(example, 'example')
  expect(Object.keys(file.content)).toHaveLength(3)
  expect(() => fileLayers(file, { path: 'example', isWorkspace: false })).not.toThrow()
})
