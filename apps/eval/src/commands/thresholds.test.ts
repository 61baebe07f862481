import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { smallRun } from '../__fixtures__/small-run.js'
import { summarise } from '../summary/summarise.js'
import { checkThresholds, missedThresholds, parseThreshold } from './run.js'

const rows = summarise(smallRun, { depths: [1], baseline: 'keyword' })
const missed = (...texts: string[]) => missedThresholds(rows, texts.map(parseThreshold))

describe('--fail-under', () => {
  it('applies to every strategy, or to one', () => {
    expect(missed('hit@1=0.5')).toEqual([])
    expect(missed('hit@1=0.6')).toEqual(['notes: reversed: hit@1 0.500, under 0.6.'])
    expect(missed('keyword:hit@1=1')).toEqual([])
    expect(missed('reversed:hit@1=1', 'hit@1=0.7')).toHaveLength(2)
  })

  it('is missed by a measure without values', () => {
    expect(missed('passage=0')).toHaveLength(2)
  })

  it.each(['hit@6', 'hit@6=', 'hit@6=1.5', 'hit@6=high', '=0.5', ''])('rejects %j', (text) => {
    expect(failureOf(() => parseThreshold(text))).toMatchObject({ name: 'UsageError' })
  })

  it.each(['hit@7=0.5', 'convex:hit@1=0.5', 'constructor=0.5', 'HIT@1=0.5'])(
    'rejects %s before the run',
    (text) => {
      const how = { strategies: ['keyword'], depths: [1] }
      expect(failureOf(() => checkThresholds([parseThreshold(text)], how))).toMatchObject({
        name: 'UsageError',
      })
      expect(failureOf(() => checkThresholds([parseThreshold('keyword:found@limit=1')], how))).toBeUndefined()
    },
  )
})
