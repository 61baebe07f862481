import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { benchmarks } from './benchmark-table.ts'
import { peerNames } from './peers/peers.ts'

const bench = (...args: string[]) => runProcess(['tools/bench/bench.js', ...args], { cwd: repositoryRoot })

describe('pnpm bench', () => {
  it.each([
    [['cold-serach'], 'No benchmark is called cold-serach.'],
    [['programs', '--peers', 'Recallite'], 'No peer is called Recallite.'],
    [['--runs', '0'], '0 is not a positive whole number.'],
    [['--files', '20,many'], 'many is not a positive whole number.'],
    [['--corpus', 'notes'], 'No corpus is called notes.'],
    [['postgres'], 'Name the server with --url.'],
    [['--fast'], '--fast'],
  ])('refuses %j and says what there is', async (args, message) => {
    const { exitCode, stdout, stderr } = await bench(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    for (const part of [message, ...peerNames, ...benchmarks.map(({ name }) => name)])
      expect(stderr).toContain(part)
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
    const [{ figures, ...about }] = JSON.parse(stdout)
    expect(about).toMatchObject({ benchmark: 'index-unchanged', size: '20 notes' })
    expect(figures).toMatchObject([{ name: 'index-unchanged', rows: [{}, {}] }])
  })
})

describe('the table of benchmarks', () => {
  it('has a name for each, and a bound that can be broken for all that need nothing else', () => {
    const figures = benchmarks.flatMap((each) => each.figures)
    expect(new Set(benchmarks.map(({ name }) => name)).size).toBe(benchmarks.length)
    expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length)
    for (const { isByName, figures: own } of benchmarks)
      for (const { bound } of own)
        expect(isByName || (bound?.factor ?? 0) + (bound?.extra ?? 0) > 0).toBe(true)
  })
})
