import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { fuzz, partsOf } from './fuzz.ts'

describe('whatever is typed', () => {
  it('finds what a naive scan finds, in three thousand searches', { timeout: 240_000 }, async () => {
    expect(await fuzz({ seed: 1, from: 0, queries: 1500 })).toEqual([])
    expect(await fuzz({ seed: 2, from: 20_000, queries: 1500 })).toEqual([])
  })
})

describe('partsOf', () => {
  it('divides searches by collections', () => {
    expect([...partsOf({ from: 19_990, queries: 20_020 })]).toEqual([
      { from: 19_990, queries: 10 },
      { from: 20_000, queries: 20_000 },
      { from: 40_000, queries: 10 },
    ])
    expect([...partsOf({ from: 5, queries: 0 })]).toEqual([])
  })
})

describe('the program', () => {
  const program = (...args: string[]) => runProcess(['tools/fuzz/fuzz.js', ...args], { cwd: repositoryRoot })

  it.each([['--queries', 'many'], ['--seed', '-1'], ['--fast']])('refuses %j', async (...args) => {
    const { exitCode, stdout, stderr } = await program(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('pnpm fuzz')
  })

  it('makes as many searches as asked for', async () => {
    const { exitCode, stdout, stderr } = await program('--queries', '200', '--from', '19900')
    expect({ exitCode, stdout }, stderr).toEqual({
      exitCode: 0,
      stdout: '200 searches, 0 not as expected.\n',
    })
    expect(stderr).toMatch(/200 of 200, \d+ a second/)
  })
})
