import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { fuzz, partsOf } from './fuzz.ts'
import { runKind, type Kind } from './hostile/kind.ts'
import { kinds } from './hostile/kinds.ts'

describe('whatever is typed', () => {
  it('finds what a naive scan finds, in three thousand searches', { timeout: 240_000 }, async () => {
    expect(await fuzz({ seed: 1, from: 0, queries: 1500 })).toEqual([])
    expect(await fuzz({ seed: 2, from: 20_000, queries: 1500 })).toEqual([])
  })
})

describe('hostile input', () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))('%s', { timeout: 240_000 }, async (_, kind) => {
    const count = Math.ceil(kind.count / 20)
    const { problems, smallest, tried } = await runKind(kind, { seed: 1, count, largest: 2 ** 18 })
    expect({ problems, smallest, tried }).toEqual({ problems: [], smallest: [], tried: count })
  })

  it('that takes too long or has a problem is found, and made as small as it can be', async () => {
    const run = async (contents: readonly unknown[]) => {
      const text = contents.join('')
      return { problems: text.includes('b') ? ['b'] : [], milliseconds: text.length, megabytes: 0 }
    }
    const makers = { a: (size: number) => 'a'.repeat(size), b: () => 'b' }
    const kind: Kind = {
      name: 'letters',
      makers,
      largest: 1024,
      count: 100,
      bound: { milliseconds: 5000, megabytes: 1 },
      open: async () => ({ run, close: () => {} }),
    }
    expect(await runKind(kind, { seed: 1, count: 100 })).toMatchObject({
      problems: ['b'],
      smallest: [['b', 1]],
    })
    const slow = { ...kind, makers: { a: makers.a }, bound: { milliseconds: 99, megabytes: 1 } }
    expect(await runKind(slow, { seed: 1, count: 100 })).toMatchObject({
      problems: ['128 milliseconds, more than 99'],
      smallest: [['a', 128]],
    })
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

  it.each([['--count', 'many'], ['--seed', '-1'], ['--fast'], ['nothing']])('refuses %j', async (...args) => {
    const { exitCode, stdout, stderr } = await program(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('pnpm fuzz')
  })

  it('makes as many searches as asked for', async () => {
    const { exitCode, stdout, stderr } = await program('searches', '--count', '200', '--from', '19900')
    expect({ exitCode, stdout }, stderr).toEqual({
      exitCode: 0,
      stdout: '200 searches, 0 not as expected.\n',
    })
    expect(stderr).toMatch(/200 of 200, \d+ a second/)
  })
})
