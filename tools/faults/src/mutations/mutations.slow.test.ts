import { repositoryRoot, runProcess, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { makeMutant, mutations, noticeOf } from './mutations.ts'

describe('a fault of the program', () => {
  it.each(mutations)('matches the build once: $fault', (mutation) => {
    expect(() => makeMutant(temporaryFolder(), mutation)).not.toThrow()
  })

  // `pnpm faults mutations` runs all of them.
  it.each([
    ['a write dropped', /^lost: /],
    ['a path not checked', /^leaked: /],
  ])('is noticed: %s', { timeout: 240_000 }, async (fault, found) => {
    const mutation = mutations.find((each) => each.fault.startsWith(fault))
    expect(mutation && (await noticeOf(mutation))).toMatch(found)
  })

  it('must match exactly once', () => {
    const none = { fault: 'none', from: 'no such text', to: '', noticedBy: '' }
    expect(() => makeMutant(temporaryFolder(), none)).toThrow('matches 0 times')
    expect(() => makeMutant(temporaryFolder(), { ...none, from: 'function ' })).toThrow(/matches \d+ times/)
  })
})

it.each([['nonsense'], ['kills', '--count', 'many'], []])('pnpm faults refuses %j', async (...args) => {
  const { exitCode, stdout, stderr } = await runProcess(['tools/faults/faults.js', ...args], {
    cwd: repositoryRoot,
  })
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr).toContain('pnpm faults')
})
