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
  it('lists every fusion strategy in one line, the default first', async () => {
    const lines = (await strategies()).trimEnd().split('\n')
    expect(lines).toEqual(strategyNames().map((name) => `${name}\t${strategyTable[name].description}`))
    expect(lines[0]).toMatch(/^calibrated\t/)
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
