import { expect, it } from 'vitest'
import { fileLayers, isMapping } from '@recallite/settings'
import { parseSettings } from '@recallite/settings/parse-settings'
import { settingsReference } from './testing/settings-reference.js'

it('the page of settings is the one that is published (run vitest with -u to write it anew)', async () => {
  await expect(settingsReference()).toMatchFileSnapshot('../../SETTINGS.md')
})

it('its example holds', () => {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(settingsReference()) ?? []
  const { value } = parseSettings(example, 'example')
  const content = isMapping(value) ? value : new Map()
  expect(content.size).toBe(3)
  expect(() => fileLayers(content, { path: 'example', isWorkspace: false })).not.toThrow()
})
