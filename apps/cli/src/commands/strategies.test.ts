import { recordingIo } from '@recallite/command-line/testing'
import { strategyNames, strategyTable } from '@recallite/fusion'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { main } from '../main.js'

async function strategies(...words: string[]) {
  const { io, written } = recordingIo()
  expect(await main(['strategies', ...words], io)).toBe(0)
  return written()
}

describe('recallite strategies', () => {
  it('lists every fusion strategy with its description, the default first', async () => {
    const rows = (await strategies()).trimEnd().split(/\n(?=\S)/u)
    const described = rows.map((row) => row.replaceAll(/\s+/gu, ' '))
    expect(described).toEqual(strategyNames().map((name) => `${name} ${strategyTable[name].description}`))
    expect(rows[0]).toMatch(/^calibrated {2}/)
  })

  it('lists them as JSON, with their weights', async () => {
    const listed: { name: string }[] = JSON.parse(await strategies('--json'))
    expect(schemaErrors('strategies', listed)).toEqual([])
    expect(listed.map(({ name }) => name)).toEqual(strategyNames())
    expect(listed[0]).toEqual({
      name: 'calibrated',
      description: strategyTable.calibrated.description,
      defaultWeights: { vector: 0.64, keyword: 0.36 },
      default: true,
    })
  })
})
