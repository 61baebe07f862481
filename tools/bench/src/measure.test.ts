import { describe, expect, it } from 'vitest'
import type { Benchmark, Bound, Values } from './benchmark.ts'
import { measure } from './measure.ts'
import { renderResults } from './render.ts'
import { summarise } from './statistics.ts'
import type { Workspace } from './workspace.ts'

const space = { notes: [], files: 20 } as unknown as Workspace
const options = { peers: [], url: undefined } as const

/** A benchmark whose sides take the given times, and the order in which they were run. */
function scripted(times: Record<string, Values[]>, about: Partial<Benchmark> = {}) {
  const order: string[] = []
  const sides = Object.entries(times).map(([side, values]) => [
    side,
    async () => {
      order.push(side)
      return values.shift() ?? Number.NaN
    },
  ])
  const benchmark: Benchmark = {
    name: 'example',
    what: 'the work',
    figures: [{ name: 'example', unit: 'time', bound: { factor: 2, extra: 10 } }],
    prepare: async () => Object.fromEntries(sides),
    ...about,
  }
  const run = (runs: number) => measure(benchmark, space, { ...options, runs })
  return { order, run }
}

const resultOf = async (
  subject: number,
  baseline: number,
  about: { bound?: Bound; unit?: 'memory' } = {},
) => {
  const { bound = { factor: 2, extra: 10 }, unit = 'time' as const } = about
  const figures = [{ name: 'example', unit, bound }]
  return scripted({ subject: [subject], baseline: [baseline] }, { isWarm: true, figures }).run(1)
}
const lastCells = (table: string) =>
  table
    .trim()
    .split('\n')
    .at(-1)
    ?.split('|')
    .map((cell) => cell.trim())

describe('measure', () => {
  it('runs the sides in turn, the subject last, and does not count the first run', async () => {
    const { order, run } = scripted({ subject: [900, 30, 50], baseline: [800, 10, 30] })
    const { figures, sides } = await run(2)
    expect(order).toEqual(['baseline', 'subject', 'baseline', 'subject', 'baseline', 'subject'])
    expect(figures[0]?.rows).toEqual([
      { baseline: 10, subject: 30 },
      { baseline: 30, subject: 50 },
    ])
    expect(summarise(figures[0] ?? { rows: [] }, Object.keys(sides))).toEqual({
      medians: { subject: (30 + 50) / 2, baseline: (10 + 30) / 2 },
      ratio: 2,
      limit: 2 * 20 + 10,
      isWithin: true,
    })
  })

  it('counts every run of a benchmark that asks twice, and takes several figures of a run', async () => {
    const figures = [
      { name: 'a', unit: 'time' as const },
      { name: 'b', unit: 'count' as const },
    ]
    const { run } = scripted({ one: [{ a: 1, b: 7 }] }, { isWarm: true, figures })
    const result = await run(1)
    expect(result.figures.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 7 }]])
    expect(lastCells(renderResults([result]))).toEqual(['', 'b', '20 notes', '7', ''])
  })
})

describe('the tables', () => {
  it.each([
    [40, 20, {}, ['40 ms', '20 ms', '2.00', '2 × baseline = 50 ms', 'kept']],
    [2060, 20, {}, ['2.06 s', '20 ms', '103.00', '2 × baseline = 50 ms', 'BROKEN']],
    [300, 75, { unit: 'memory' }, ['300 MB', '75 MB', '4.00', '2 × baseline = 160 MB', 'BROKEN']],
    [40, 20, { bound: { factor: 0, extra: 100 } }, ['40 ms', '20 ms', '2.00', '100 ms', 'kept']],
    [12.34, 4.56, {}, ['12 ms', '4.6 ms', '2.71', '2 × baseline = 19 ms', 'kept']],
  ] as const)('show %d beside %d, %o', async (subject, baseline, about, cells) => {
    const text = renderResults([await resultOf(subject, baseline, about)])
    expect(lastCells(text)).toEqual(['', 'example', '20 notes', ...cells, ''])
    expect(text).toMatch(/, Node v\d+.*; one run\.\n\n\| figure +\| size +\| subject \| baseline \|/u)
  })

  it('are one for results of the same sides, and ask nothing of a peer that was not measured', async () => {
    const same = [await resultOf(1, 2), await resultOf(3, 4)]
    expect(renderResults(same).match(/figure/gu)).toHaveLength(1)
    const unasked = await resultOf(1, 2, { bound: { of: 'QMD', factor: 1, extra: 0 } })
    expect(lastCells(renderResults([unasked]))?.slice(-4)).toEqual(['', '', '', ''])
    expect(renderResults([...same, { ...unasked, machine: 'another' }]).match(/figure/gu)).toHaveLength(2)
  })
})
