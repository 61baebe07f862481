import { describe, expect, it } from 'vitest'
import { headlineMeasure } from './headline-measure.js'
import { defaultDepths, measuresAt, shownMeasures } from './measure-table.js'

describe('headlineMeasure', () => {
  it.each([
    [shownMeasures(defaultDepths), 'hit@6', 6],
    [measuresAt([20, 6, 1]), 'hit@6', 6],
    [shownMeasures([3, 20, 5]), 'hit@20', 20],
    [shownMeasures([1]), 'hit@1', 1],
    [[], 'hit@6', 6],
  ])('case %#', (measures, name, depth) => {
    expect(headlineMeasure(measures)).toMatchObject({ name, depth })
  })
})
