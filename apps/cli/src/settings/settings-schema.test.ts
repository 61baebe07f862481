import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { SettingsError, fileLayers } from '@recallite/settings'
import { parseSettings } from '@recallite/settings/parse-settings'
import { settingsSchema } from './testing/settings-schema.js'

const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(settingsSchema())

function isTaken(text: string): boolean {
  try {
    fileLayers(parseSettings(text, '/f.yaml'), { path: '/f.yaml', isWorkspace: false })
    return true
  } catch (error) {
    if (error instanceof SettingsError) return false
    throw error
  }
}

describe('the schema of settings files', () => {
  it('is up to date (update it with vitest -u)', async () => {
    const text = JSON.stringify(settingsSchema(), null, 2)
    // Like the formatter, which does not break short lists.
    const formatted = text.replace(
      /\[\n([^[\]{}]*?)\n *\]/g,
      (list, items: string, offset: number, whole: string) => {
        const line = `[${items.trim().replace(/,\n */g, ', ')}]`
        const column = offset - whole.lastIndexOf('\n', offset)
        return column + line.length > 110 ? list : line
      },
    )
    await expect(`${formatted}\n`).toMatchFileSnapshot('../../schemas/settings.schema.json')
  })

  it.each([
    ['provider: openai\nquery: { maxResults: 3, deadline: 2.5s, hybrid: { textWeight: 0 } }', true],
    ['agents: { defaults: { model: x }, a-1: { extraPaths: [~/x] } }', true],
    ['chain: [{ provider: openai, apiKey: "${X}", dimensions: 256 }, { provider: local }]', true],
    ['$schema: x', true],
    ['providers: { openai: { apiKey: sk-1 } }', false],
    ['chain: [{ provider: auto }]', false],
    ['chain: [{ model: x }]', false],
    ['query: { maxResults: 101 }', false],
    ['query: { deadline: 5 }', false],
    ['query: { deadlines: 5s }', false],
    ['agents: { "a b": {} }', false],
    ['agents: { a: { agents: {} } }', false],
    ['extraPaths: ~/x', false],
  ])('agrees with the program about %j', (text, expected) => {
    expect([isTaken(text), validate(parse(text))]).toEqual([expected, expected])
  })
})
