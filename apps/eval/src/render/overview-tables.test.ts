import { describe, expect, it } from 'vitest'
import { smallRun } from '../__fixtures__/small-run.js'
import { summarise } from '../summary/summarise.js'
import { overviewTables } from './overview-tables.js'

const rows = summarise(smallRun, { depths: [1], baseline: 'keyword' })
const others = rows.map((row) => ({ ...row, suite: 'other', measures: { ...row.measures, 'hit@1': 0 } }))

describe('overviewTables', () => {
  it('has a measure of every strategy on every suite, and the mean', () => {
    expect(overviewTables([...rows, ...others], ['hit@1', 'passage'])).toMatchObject([
      {
        title: 'hit@1 by suite',
        head: ['suite', 'keyword', 'reversed'],
        lines: [
          ['notes', '1.000', '0.500'],
          ['other', '0.000', '0.000'],
          ['mean', '0.500', '0.250'],
        ],
      },
      { lines: [expect.anything(), expect.anything(), ['mean', '–', '–']] },
    ])
  })

  it('has nothing to add to a single suite', () => {
    expect(overviewTables(rows, ['hit@1'])).toEqual([])
  })
})
