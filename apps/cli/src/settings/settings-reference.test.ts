import { expect, it } from 'vitest'
import { fileLayers } from '@recallite/settings'
import { parseSettings } from '@recallite/settings/parse-settings'
import { settingsReference } from './testing/settings-reference.js'

it('the documentation of settings is up to date (update it with vitest -u)', async () => {
  await expect(settingsReference()).toMatchFileSnapshot('../../SETTINGS.md')
})

it('its example is valid', () => {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(settingsReference()) ?? []
  const file = parseSettings(example, 'example')
  expect(Object.keys(file.content)).toHaveLength(3)
  expect(() => fileLayers(file, { path: 'example', isWorkspace: false })).not.toThrow()
})
