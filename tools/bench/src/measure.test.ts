import { describe, expect, it } from 'vitest'
import type { Benchmark } from './benchmark-table.js'
import { measure } from './measure.js'
import { renderHeader, renderResult } from './render-report.js'

/** A benchmark that takes the given times, and the order in which its sides were run. */
function scripted(times: Record<'subject' | 'baseline', number[]>) {
  const order: string[] = []
  const side = (name: 'subject' | 'baseline') => async () => {
    order.push(name)
    return times[name].shift() ?? Number.NaN
  }
  const benchmark: Benchmark = {
    name: 'example',
    what: 'the work',
    comparedWith: 'the least of it',
    bound: { factor: 2, extra: 10 },
    prepare: async () => ({ subject: side('subject'), baseline: side('baseline') }),
  }
  return { benchmark, order }
}

const space = {
  folder: '',
  corpus: '',
  notes: [],
  size: { files: 0, bytes: 0 },
  freshPath: () => '',
  remove: () => undefined,
}

describe('measure', () => {
  it('runs both sides in turn and does not count the first run', async () => {
    const { benchmark, order } = scripted({ subject: [900, 30, 50], baseline: [800, 10, 30] })
    const result = await measure(benchmark, space, 2)
    expect(order).toEqual(['baseline', 'subject', 'baseline', 'subject', 'baseline', 'subject'])
    expect(result.rows).toEqual([
      { baseline: 10, subject: 30 },
      { baseline: 30, subject: 50 },
    ])
    expect(result).toMatchObject({
      name: 'example',
      subject: (30 + 50) / 2,
      baseline: (10 + 30) / 2,
      limit: 2 * 20 + 10,
      slack: 50 - 40,
      isWithin: true,
    })
  })
})

describe('a second baseline', () => {
  it('is run before the subject, and shown without deciding on the bound', async () => {
    const { benchmark, order } = scripted({ subject: [1, 60], baseline: [1, 20] })
    const times = [1, 240]
    const result = await measure(
      {
        ...benchmark,
        alsoComparedWith: 'most of it',
        prepare: async (given) => ({
          ...(await benchmark.prepare(given)),
          secondBaseline: async () => {
            order.push('second')
            return times.shift() ?? Number.NaN
          },
        }),
      },
      space,
      1,
    )
    expect(order.slice(0, 3)).toEqual(['baseline', 'second', 'subject'])
    expect(result).toMatchObject({ secondBaseline: 240, ratio: 3, isWithin: false })
    expect(renderResult(result)).toContain(
      '  and       most of it: 240 ms, the subject takes 0.25 × as long\n',
    )
  })
})

describe('the report', () => {
  it('shows times, ratio, bound and raw rows', async () => {
    const { benchmark } = scripted({ subject: [1, 40], baseline: [1, 20] })
    expect(renderResult(await measure(benchmark, space, 1))).toBe(
      [
        "example: 40 ms, 2.00 × the baseline's 20 ms",
        '  bound 2 × baseline + 10 ms = 50 ms: kept, 10 ms to spare',
        '  subject   the work',
        '            40',
        '  baseline  the least of it',
        '            20',
        '',
      ].join('\n'),
    )
  })

  it('says by how much a bound is broken', async () => {
    const { benchmark } = scripted({ subject: [1, 2060], baseline: [1, 20] })
    const text = renderResult(await measure(benchmark, space, 1))
    expect(text).toContain(`= ${2 * 20 + 10} ms: BROKEN, 2.01 s too slow`)
  })

  it('of memory counts in megabytes', async () => {
    const { benchmark } = scripted({ subject: [1, 300], baseline: [1, 75] })
    const text = renderResult(await measure({ ...benchmark, unit: 'memory' }, space, 1))
    expect(text).toContain("example: 300 MB, 4.00 × the baseline's 75 MB")
    expect(text).toContain('= 160 MB: BROKEN, 140 MB too much')
  })

  it('shows a bound that is a time as that time', async () => {
    const { benchmark } = scripted({ subject: [1, 40], baseline: [1, 20] })
    const absolute = { ...benchmark, bound: { factor: 0, extra: 100 } }
    expect(renderResult(await measure(absolute, space, 1))).toContain('bound 100 ms: kept, 60 ms to spare')
  })

  it('shows parts of few milliseconds', async () => {
    const { benchmark } = scripted({ subject: [9, 12.34], baseline: [9, 4.56] })
    const text = renderResult(await measure(benchmark, space, 1))
    expect(text).toContain("example: 12 ms, 2.71 × the baseline's 4.6 ms")
    const quick = scripted({ subject: [9, 0.1234], baseline: [9, 3] })
    expect(renderResult(await measure(quick.benchmark, space, 1))).toContain(
      "0.12 ms, 0.04 × the baseline's 3 ms",
    )
  })

  it('begins with where, when and on what it was measured', () => {
    const head = {
      machine: '2 × Processor, 8 GB, linux x64',
      node: 'v20.19.0',
      date: '2026-01-02T03:04:05.000Z',
      runs: 7,
      corpus: { files: 2000, bytes: 2_512_000 },
    }
    expect(renderHeader(head)).toBe(
      [
        '2 × Processor, 8 GB, linux x64, Node v20.19.0, 2026-01-02T03:04:05.000Z',
        '2000 files, 2.51 MB; medians of 7 interleaved runs',
        '',
      ].join('\n'),
    )
  })
})
