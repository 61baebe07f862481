import { describe, expect, it } from 'vitest'
import { defaultDepths } from '../measures/measure-table.js'
import type { RunQuery } from '../run/run.js'
import { answerer, queryOf, runOf, suiteOf } from './__fixtures__/small-run.js'
import type { Row } from './row.js'
import { meanTokens, summarise } from './summarise.js'

describe('summarise, comparing strategies', () => {
  const kinds = ['direct', 'vague', 'adjacent']
  const queries = Array.from({ length: 60 }, (_, index) =>
    queryOf(`q${index}`, { kind: kinds[index % 3] ?? '', grades: { [`d${index}`]: 2 } }),
  )
  const suites = [suiteOf(queries), suiteOf(queries.slice(0, 6), { name: 'few' })]
  const order = (_: RunQuery, position: number): string[] => {
    const rank = [0, 0, 1, 2, 3][position % 5] ?? 0
    return Array.from({ length: 10 }, (__, index) => (index === rank ? `d${position}` : `x${index}`))
  }
  const answerers = {
    convex: answerer('convex', order),
    twin: answerer('twin', order),
    reversed: answerer('reversed', (query, position) => order(query, position).toReversed()),
  }
  const options = { depths: defaultDepths, baseline: 'convex' }
  const run = runOf(suites, answerers)
  const rows = summarise(run, options)

  it('gives the same figures again, and to a strategy the same when another joins', () => {
    expect(summarise(run, options)).toEqual(rows)
    const joined = summarise(runOf(suites, { other: answerer('other', () => []), ...answerers }), options)
    const own = (some: readonly Row[]) =>
      some
        .filter(({ strategy }) => strategy === 'reversed')
        .map(({ measures, ci, difference }) => ({ measures, ci, p: difference?.['MRR@10']?.p }))
    expect(own(joined)).toEqual(own(rows))
  })
})

describe('meanTokens', () => {
  const answerWith = (shown: number, ...tokens: number[]) => ({
    given: { tokens: shown, toAnswer: null },
    unfiltered: { limit: 6, confidence: 1, results: tokens.map((each) => ({ document: 'a', tokens: each })) },
  })

  it('is the mean length of what is shown, and with so many results', () => {
    const long = answerWith(600, 100, 200, 300, 400, 500, 600, 700, 800)
    const heldBack = answerWith(20, 150, 250)
    expect(meanTokens([long, heldBack])).toEqual({
      shown: (600 + 20) / 2,
      results: { 6: (600 + 250) / 2, 10: (800 + 250) / 2 },
    })
    // Without any result the text still says so.
    expect(meanTokens([answerWith(20)])).toEqual({ shown: 20, results: { 6: 20, 10: 20 } })
  })

  it('is not known unless it is known of every answer', () => {
    expect(meanTokens([answerWith(20), {}])).toBeNull()
    expect(meanTokens([])).toBeNull()
  })
})
