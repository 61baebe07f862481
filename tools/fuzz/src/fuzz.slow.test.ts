import { casesOf, repositoryRoot, runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runKind, type Kind } from './hostile/kind.ts'
import { kinds } from './hostile/kinds.ts'

describe('hostile input', () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))('%s', { timeout: 240_000 }, async (_, kind) => {
    const count = Math.max(3, Math.ceil(kind.count / casesOf(80, 240)))
    const limits = { seed: 1, count, largest: casesOf(2 ** 17, 2 ** 15) }
    const { problems, smallest, tried } = await runKind(kind, limits)
    expect({ problems, smallest, tried }).toEqual({ problems: [], smallest: [], tried: count })
  })

  it('that takes too long or has a problem is found and minimised', async () => {
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

describe('the program', () => {
  const program = (...args: string[]) => runProcess(['tools/fuzz/fuzz.js', ...args], { cwd: repositoryRoot })

  it.each([['--count', 'many'], ['--seed', '-1'], ['--fast'], ['nothing']])('rejects %j', async (...args) => {
    const { exitCode, stdout, stderr } = await program(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('pnpm fuzz')
  })

  it('creates the requested number of cases of the given kinds', async () => {
    const { exitCode, stdout, stderr } = await program('searches', 'globs', '--count', '50')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(
      /^searches: 50 tried, 0 not as expected; at most \d+ ms and \d+ MB\nglobs: 50 tried, .+\n$/,
    )
  })
})
