import { join } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { recordingIo } from '@recallite/command-line/testing'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { bare, query, run } from '../__fixtures__/compared-runs.js'
import type { Flags } from '../flags.js'
import { writeRun } from '../__fixtures__/write-run.js'
import type { Run } from '../run/run.js'
import { runCompare } from './compare.js'

const queries = [query('q1', { 'a.md': 1 }), query('q2', { 'b.md': 1 })]
const before = run(queries, [
  bare('q1', ['a.md', 'b.md']),
  bare('q2', ['a.md', 'b.md']),
  bare('q1', ['b.md', 'a.md'], { strategy: 'rrf' }),
  bare('q2', ['b.md', 'a.md'], { strategy: 'rrf' }),
])
const after = run(queries, [bare('q1', ['b.md', 'a.md']), bare('q2', ['b.md', 'a.md'])])

function files(...runs: readonly Run[]): string[] {
  const folder = temporaryFolder()
  return runs.map((each, index) => {
    const file = join(folder, `${index}.jsonl`)
    writeRun(file, each)
    return file
  })
}

async function compare(words: readonly string[], flags: Flags = {}) {
  const { io, written } = recordingIo()
  await runCompare({ words, flags, io })
  return { text: written() }
}

describe('recallite-eval compare', () => {
  it('shows the worse and improved queries between two runs', async () => {
    const { text } = await compare(files(before, after))
    expect(text).toContain('notes, convex: nDCG@10 of 2 queries\n0.815 → 0.815: 0.000')
    expect(text).toContain('1 better, 0 the same, 1 worse\n')
    expect(text).toContain('Not compared (in one run only): rrf\n')
    expect(text).toMatch(/Worse[^]*q1 \(direct\): what of q1 +1\.000 → 0\.631 +1 → 2[^]*Better/)
    expect(text).toMatch(/Better[^]*q2 \(direct\): what of q2 +0\.631 → 1\.000 +2 → 1/)
  })

  it('compares two strategies of the same run by a given measure', async () => {
    const [file = ''] = files(before)
    const flags = { strategies: ['convex', 'rrf'], measure: 'hit@1', limit: 0 }
    const { text } = await compare([file, file], flags)
    expect(text).toContain('notes, convex → rrf: hit@1 of 2 queries\n')
    expect(text).not.toContain('q1')
  })

  it('prints JSON, with the files and what was not compared', async () => {
    const [one = '', other = ''] = files(before, after)
    const { text } = await compare([one, other], { json: true, limit: 1 })
    const comparison: unknown = JSON.parse(text)
    expect(comparison).toMatchObject({
      first: { file: one, version: '1.0.0', startedAt: '2026-11-21T10:00:00.000Z' },
      second: { file: other },
      measure: 'nDCG@10',
      settings: [],
      notCompared: ['rrf'],
      comparisons: [
        {
          suite: 'notes',
          strategies: { first: 'convex', second: 'convex' },
          counts: { better: 1, same: 0, worse: 1 },
          queries: [
            { id: 'q1', difference: expect.closeTo(1 / Math.log2(3) - 1, 9) },
            { id: 'q2', expected: ['b.md'], first: { rank: 2, score: null }, second: { rank: 1 } },
          ],
        },
      ],
    })
  })

  it.each<[string, Flags, RegExp]>([
    ['an unknown measure', { measure: 'ndgc@10' }, /Did you mean "nDCG@10"\?/],
    ['a measure without a depth', { measure: 'nDCG' }, /a depth from 1 to 100/],
    ['a measure that looks deeper than the runs', { measure: 'recall@100' }, /ranks 10 .*--k 100/],
    ['a strategy that did not run', { strategies: ['rrf'] }, /rrf,rrf: they did not run/],
  ])('rejects %s', async (_, flags, message) => {
    await expect(compare(files(before, after), flags)).rejects.toThrow(message)
    await expect(compare(files(before, after), flags)).rejects.toBeInstanceOf(UsageError)
  })

  it.each([1, 3])('rejects %d runs', async (count) => {
    const words = files(...Array.from({ length: count }, () => before))
    await expect(compare(words)).rejects.toThrow(/two runs, not \d\./)
  })

  it('rejects runs of other suites', async () => {
    const answers = [bare('q1', [], { suite: 'else' }), bare('q2', [], { suite: 'else' })]
    const elsewhere = run(queries, answers, { suite: 'else' })
    await expect(compare(files(before, elsewhere))).rejects.toThrow(/no suite in common: the first has notes/)
  })
})
