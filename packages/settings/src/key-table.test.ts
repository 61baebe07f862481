import { describe, expect, it } from 'vitest'
import { settingEntries, settingKeys } from './key-table.js'
import { variablesOf } from './schemas/schema.js'

describe('the table of settings', () => {
  it('has no key that is also a section', () => {
    expect(settingKeys.filter((key) => settingKeys.some((other) => other.startsWith(`${key}.`)))).toEqual([])
  })

  it('has help texts that fit into a sentence', () => {
    for (const [, { help }] of settingEntries) expect(help).toMatch(/^[^A-Z].*[^.]$/)
  })

  it('has no variable and no flag twice', () => {
    const variables = settingEntries.flatMap(([key, setting]) => variablesOf(key, setting))
    const flags = settingEntries.flatMap(([, { flag }]) => flag ?? [])
    expect([new Set(variables).size, new Set(flags).size]).toEqual([variables.length, flags.length])
  })
})
