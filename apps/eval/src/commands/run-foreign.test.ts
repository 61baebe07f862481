import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from '../__fixtures__/run-eval.js'
import { beirSuite, notesSuite, pooledSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { readRun } from '../run/run-file.js'
import type { ConfidenceFigures } from '../summary/confidence.js'
import type { Row } from '../summary/summarise.js'

const by = ['--strategies', 'keyword', '--provider', 'none']

function run(...args: string[]) {
  return runEval(['run', ...args, ...by, '--work', temporaryFolder()])
}

describe('recallite-eval run --foreign', () => {
  const folders = () => [writeFiles(notesSuite), writeFiles(beirSuite, join(temporaryFolder(), 'harbour'))]

  it('asks each collection the questions of the other one, and measures abstention', async () => {
    const out = join(temporaryFolder(), 'run.jsonl')
    const { exitCode, written, talked } = await run(...folders(), '--foreign', '50', '--json', '--out', out)
    expect(exitCode, talked).toBe(0)
    const { rows, confidence } = JSON.parse(written) as { rows: Row[]; confidence: ConfidenceFigures[] }
    expect(
      rows.map(({ suite, kind, queries, apart, measures }) => [
        suite,
        kind,
        queries,
        apart.foreign,
        measures['lost'],
        measures['foreign'],
      ]),
    ).toEqual([
      ['notes', 'all', 2, 2, 0, 1],
      ['notes', 'direct', 2, 0, 0, null],
      ['notes', 'absent', 0, 0, null, null],
      ['notes', 'foreign:harbour', 0, 2, null, 1],
      ['harbour', 'all', 2, 2, 0, 1],
      ['harbour', 'direct', 1, 0, 0, null],
      ['harbour', 'foreign:notes', 0, 2, null, 1],
    ])
    expect(confidence).toMatchObject([{ strategy: 'keyword', calibration: { queries: 10 } }])
    const foreign = readRun(out).answers.filter(({ query }) => query.startsWith('foreign:'))
    expect(foreign.map(({ documents }) => documents)).toEqual([[], [], [], []])
    const printed = await runEval(['show', out])
    for (const words of [
      '2 of other suites',
      'foreign by suite',
      'thresholds',
      'Expected calibration error 0.',
    ])
      expect(printed.written).toContain(words)
  })

  it('asks none without the flag', async () => {
    const { written } = await run(...folders())
    expect(written).toContain('lost by suite')
    expect(written).not.toMatch(/foreign by suite|thresholds/)
  })

  it.each([
    ['a single suite', () => [writeFiles(notesSuite)], 'No other suite is foreign to notes'],
    ['suites in pools', () => [writeFiles(pooledSuite), '--pool-by', 'town'], '--foreign and --pool-by'],
  ])('rejects %s', async (_, words, message) => {
    const { exitCode, written, talked } = await run(...words(), '--foreign', '50')
    expect([exitCode, written, talked]).toEqual([2, '', expect.stringContaining(message)])
  })
})
