import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runProcess } from '@recallite/test-kit'
import { builtCli, cliWorkspace } from '../__fixtures__/run-cli.js'

const longName = 'y'.repeat(300)
const longPath = Array.from({ length: 50 }, () => 'x'.repeat(100)).join('/')

/** An error message in one line with a code, not a crash. */
const refusal = (code: string) =>
  expect.stringMatching(new RegExp(`^recallite: .+too long.* \\(${code}\\)\\n$`, 'u'))

describe.skipIf(process.platform === 'win32')('a path that is longer than the system allows', () => {
  it.each([
    ['a name', longName],
    ['a path', longPath],
  ])('%s, is refused wherever one is given, and nothing is done', async (_, long) => {
    const { folder, notes, env, run } = cliWorkspace({ 'a.md': '# A\n\nThe zeppelin flies.\n' })
    const words = ['--provider', 'none']
    await run('index', notes, ...words)
    const bare = (...args: string[]) => runProcess([builtCli, ...args], { cwd: folder, env })
    const cases: readonly [string[], string, number][] = [
      [['index', long, ...words], 'FOLDER_NOT_FOUND', 1],
      [['search', 'zeppelin', '--db', long, ...words], 'USAGE', 2],
      [['index', notes, '--db', long, ...words], 'USAGE', 2],
      [['status', '--db', `${'z'.repeat(245)}.sqlite`], 'USAGE', 2],
      [['search', 'zeppelin', '--config', long, ...words], 'SETTINGS_UNREADABLE', 2],
    ]
    for (const [args, code, status] of cases) {
      const { exitCode, stderr } = await bare(...args)
      expect([args[0], exitCode, stderr]).toEqual([args[0], status, refusal(code)])
    }
    const backup = await run('backup', long)
    expect([backup.exitCode, backup.stderr]).toEqual([2, refusal('USAGE')])
    const get = await run('get', long)
    expect([get.exitCode, get.stderr]).toEqual([1, expect.stringMatching(/\(DOCUMENT_UNKNOWN\)\n$/)])
    const model = await run('index', notes, '--model', long)
    expect([model.exitCode, model.stderr]).toEqual([
      5,
      expect.stringMatching(/eyword search finds all texts/),
    ])
    expect((await run('search', 'zeppelin', ...words)).stdout).toContain('a.md')
  })

  it('deep in a folder, is skipped with its reason, and everything else is indexed', async () => {
    const { notes, run, runJson } = cliWorkspace({ 'a.md': '# A\n\nThe zeppelin flies.\n' })
    // Node cannot remove files whose paths are too long.
    onTestFinished(() => void execFileSync('rm', ['-rf', notes]))
    const before = process.cwd()
    try {
      process.chdir(notes)
      for (let depth = 0; depth < 25; depth += 1) {
        mkdirSync('d'.repeat(200))
        process.chdir('d'.repeat(200))
        writeFileSync(join('.', `n${depth}.md`), `# Deep\n\nDepth ${depth}.\n`)
      }
    } finally {
      process.chdir(before)
    }
    const report = (await runJson('index', notes, '--provider', 'none')) as {
      files: number
      skipped: { path: string; reason: string }[]
    }
    expect(report.files).toBeGreaterThan(15)
    expect(report.files).toBeLessThan(26)
    expect(report.skipped).toEqual([
      { root: 'notes', path: expect.any(String), reason: expect.stringMatching(/./) },
    ])
    expect((await run('search', 'zeppelin', '--provider', 'none')).stdout).toContain('a.md')
  })
})
