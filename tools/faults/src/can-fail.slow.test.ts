import { fileURLToPath } from 'node:url'
import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'

const forgetful = fileURLToPath(new URL('__fixtures__/forgetful.mjs', import.meta.url))

/** Runs one case of a suite over a program that forgets and tells. */
function runSuite(...args: string[]) {
  const env = { RECALLITE_FAULTS_PROGRAM: forgetful }
  return runProcess(['tools/faults/faults.js', ...args, '--count', '1', '--workers', '1'], {
    cwd: repositoryRoot,
    env,
  })
}

describe('a program that forgets, or shows what is not its own', { timeout: 240_000 }, () => {
  it.each([
    ['kills', ['kills', '--from', '4'], /^1 tried, 1 lost, 0 leaked, [01] dead ends$/],
    ['damage', ['damage', '--from', '58'], /^1 tried, [01] lost, 0 leaked, [01] dead ends$/],
    ['record-kills', ['record-kills'], /^1 tried, 1 lost, 0 leaked, [01] dead ends$/],
    ['folders', ['folders', '--from', '1'], /^1 tried, [01] lost, 1 leaked, 0 dead ends$/],
  ])('does not pass the suite %s', async (_, args, lastLine) => {
    const { exitCode, stdout } = await runSuite(...args)
    expect(stdout.trim().split('\n').at(-1)).toMatch(lastLine)
    expect(stdout).toContain('FAILED')
    expect(exitCode).toBe(1)
  })
})

describe('the program', () => {
  it.each([['nonsense'], ['kills', '--count', 'many'], []])('refuses %j', async (...args) => {
    const { exitCode, stdout, stderr } = await runProcess(['tools/faults/faults.js', ...args], {
      cwd: repositoryRoot,
    })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('pnpm faults')
  })
})
