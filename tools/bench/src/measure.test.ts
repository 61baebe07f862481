import { expect, it } from 'vitest'
import type { Benchmark, Values } from './benchmark.ts'
import { measure } from './measure.ts'
import { renderResults } from './render.ts'
import { summarise } from './statistics.ts'
import type { Workspace } from './workspace.ts'

const space = { notes: [], files: 20 } as unknown as Workspace
const options = { peers: [], url: undefined } as const

/** A benchmark whose sides take the given times, one per run, and a log of the order. */
function scripted(times: Record<string, Values[]>, figures: Benchmark['figures'], isWarm = true) {
  const order: string[] = []
  const prepare = async () =>
    Object.fromEntries(
      Object.entries(times).map(([side, values]) => [
        side,
        async () => {
          order.push(side)
          return values.shift() ?? Number.NaN
        },
      ]),
    )
  const benchmark: Benchmark = { name: 'example', what: 'the work', figures, isWarm, prepare }
  return { order, run: (runs: number) => measure(benchmark, space, { ...options, runs }) }
}

const figure = { name: 'example', unit: 'time', bound: { factor: 2, extra: 10 } } as const

const lastCells = (table: string) =>
  table
    .trim()
    .split('\n')
    .at(-1)
    ?.split(/ *\| */u)

it('runs the sides in turn, the subject last, and does not count the first run', async () => {
  const { order, run } = scripted({ subject: [900, 30, 50], baseline: [800, 10, 30] }, [figure], false)
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

it('counts every run of a benchmark that warms up itself, and accepts several figures per run', async () => {
  const { run } = scripted({ one: [{ a: 1, b: 7 }] }, [
    { name: 'a', unit: 'time' },
    { name: 'b', unit: 'count' },
  ])
  const result = await run(1)
  expect(result.figures.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 7 }]])
  expect(lastCells(renderResults([result]))).toEqual(['', 'b', '20 notes', '7', ''])
})

it.each([
  [40, 20, {}, ['40 ms', '20 ms', '2.00', '2 × baseline = 50 ms', 'kept']],
  [2060, 20, {}, ['2.06 s', '20 ms', '103.00', '2 × baseline = 50 ms', 'BROKEN']],
  [300, 75, { unit: 'memory' }, ['300 MB', '75 MB', '4.00', '2 × baseline = 160 MB', 'BROKEN']],
  [40, 20, { bound: { factor: 0, extra: 100 } }, ['40 ms', '20 ms', '2.00', '100 ms', 'kept']],
  [12.34, 4.56, {}, ['12 ms', '4.6 ms', '2.71', '2 × baseline = 19 ms', 'kept']],
  // A peer that was not measured.
  [1, 2, { bound: { of: 'QMD', factor: 1, extra: 0 } }, ['1.0 ms', '2.0 ms', '', '', '']],
] as const)('a table shows %d next to %d, %o', async (subject, baseline, about, cells) => {
  const { run } = scripted({ subject: [subject], baseline: [baseline] }, [{ ...figure, ...about }])
  const text = renderResults([await run(1)])
  expect(lastCells(text)).toEqual(['', 'example', '20 notes', ...cells, ''])
  expect(text).toMatch(/, Node v\d+.*; one run\.\n\n\| figure +\| size +\| subject \| baseline \|/u)
})
