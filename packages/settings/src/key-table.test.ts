import { describe, expect, it } from 'vitest'
import { isSettingKey, keyTable, settingEntries, settingKeys } from './key-table.js'
import { flagSyntax } from '@recallite/command-line'
import { variablesOf } from './schemas/schema.js'

describe('the table of settings', () => {
  it('has no key that is also a section', () => {
    expect(settingKeys.filter((key) => settingKeys.some((other) => other.startsWith(`${key}.`)))).toEqual([])
  })

  it('has help that goes into a sentence', () => {
    for (const [, { help }] of settingEntries) expect(help).toMatch(/^[^A-Z].*[^.]$/)
  })

  it('names no variable and no flag twice', () => {
    const variables = settingEntries.flatMap(([key, setting]) => variablesOf(key, setting))
    const flags = settingEntries.flatMap(([, { flag }]) => flag ?? [])
    expect([new Set(variables).size, new Set(flags).size]).toEqual([variables.length, flags.length])
  })

  it('spells variables and flags', () => {
    expect(variablesOf('query.maxResults', { ...keyTable.enabled, variables: ['MOST'] })).toEqual([
      'RECALLITE_QUERY_MAX_RESULTS',
      'MOST',
    ])
    expect(flagSyntax('matchMode')).toBe('--match-mode')
  })

  it('has no key from a prototype', () => {
    expect(['__proto__', 'constructor', 'toString', 'provider'].map(isSettingKey)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})
