import { describe, expect, it } from 'vitest'
import type { Row } from '../summary/row.js'
import { headlineMeasure } from './headline-measure.js'

function rowWith(...names: string[]): Row[] {
  return [{ measures: Object.fromEntries(names.map((name) => [name, 0.5])) } as unknown as Row]
}

describe('headlineMeasure', () => {
  it.each([
    [['hit@1', 'hit@6', 'hit@10', 'nDCG@20'], 'hit@6'],
    [['hit@3', 'hit@20', 'hit@5', 'nDCG@100'], 'hit@20'],
    [['found'], 'hit@6'],
  ])('of %j is %s', (names, name) => {
    expect(headlineMeasure(rowWith(...names))).toEqual({ name, depth: Number(name.slice(4)) })
  })
})
