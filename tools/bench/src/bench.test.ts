import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { benchmarks } from './benchmark-table.js'

const bench = (...args: string[]) => runProcess(['tools/bench/bench.js', ...args], { cwd: repositoryRoot })

describe('bench', () => {
  it.each([
    [['cold-serach'], 'No benchmark is called cold-serach.'],
    [['--runs', '0'], '0 is not a positive whole number.'],
    [['--files', 'many'], 'many is not a positive whole number.'],
    [['--fast'], '--fast'],
  ])('refuses %j and says what there is', async (args, message) => {
    const { exitCode, stdout, stderr } = await bench(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
    for (const { name } of benchmarks) expect(stderr).toContain(name)
  })

  it('measures the built program and prints JSON with the raw rows', async () => {
    const { exitCode, stdout, stderr } = await bench(
      '--json',
      '--runs',
      '2',
      '--files',
      '20',
      'index-unchanged',
    )
    expect(exitCode, stderr).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ runs: 2, corpus: { files: 20 }, node: process.version })
    expect(report.results).toEqual([expect.objectContaining({ name: 'index-unchanged' })])
    expect(report.results[0].rows).toHaveLength(2)
  })
})

describe('the table of benchmarks', () => {
  it('has a name for each, and a bound that can be broken', () => {
    expect(new Set(benchmarks.map(({ name }) => name)).size).toBe(benchmarks.length)
    expect(benchmarks.length).toBeGreaterThanOrEqual(3)
    for (const { bound } of benchmarks) expect(bound.factor + bound.extra).toBeGreaterThan(0)
  })
})
