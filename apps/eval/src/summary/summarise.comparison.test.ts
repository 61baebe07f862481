import { describe, expect, it } from 'vitest'
import { defaultDepths } from '../measures/measure-table.js'
import type { RunQuery } from '../run/run.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { answerer, queryOf, runOf, suiteOf } from './__fixtures__/small-run.js'
import type { Row } from './row.js'
import { summarise } from './summarise.js'

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

  it('has the rows of each suite in turn', () => {
    expect(rows).toHaveLength(2 * 3 * 4)
    expect(rows.slice(0, 12).every(({ suite }) => suite === 'notes')).toBe(true)
    expect(rows.slice(12).map(({ suite, queries: count }) => [suite, count])).toEqual(
      Array.from({ length: 3 }, () => [6, 2, 2, 2].map((count) => ['few', count])).flat(),
    )
  })

  it('gives the same figures again, and to a strategy the same when another joins', () => {
    expect(summarise(run, options)).toEqual(rows)
    const joined = summarise(runOf(suites, { other: answerer('other', () => []), ...answerers }), options)
    const own = (some: readonly Row[]) =>
      some
        .filter(({ strategy }) => strategy === 'reversed')
        .map(({ measures, ci, difference }) => ({ measures, ci, p: difference?.['MRR@10']?.p }))
    expect(own(joined)).toEqual(own(rows))
  })

  it('has an interval around each mean', () => {
    const random = seededRandom(6)
    const drawn = runOf([suiteOf(queries)], {
      convex: answerer('convex', (_, position) =>
        Array.from({ length: 10 }, (__, index) => (random() % 4 === 0 ? `d${position}` : `x${index}`)).filter(
          (id, index, ids) => ids.indexOf(id) === index,
        ),
      ),
    })
    for (const { measures, ci } of summarise(drawn, options))
      for (const [name, average] of Object.entries(measures)) {
        const [low = NaN, high = NaN] = ci[name] ?? []
        if (average === null) continue
        expect(low).toBeLessThanOrEqual(average)
        expect(high).toBeGreaterThanOrEqual(average)
      }
  })
})
