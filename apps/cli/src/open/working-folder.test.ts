import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtCli, indexedWorkspace } from '../__fixtures__/run-cli.js'

/** Runs the program in a deleted folder. */
async function inDeletedFolder() {
  const { folder, database } = await indexedWorkspace({ 'a.md': '# A\n' })
  const gone = join(folder, 'gone')
  return (...args: string[]) => {
    mkdirSync(gone)
    const command = 'cd "$1"; rmdir "$1"; shift; exec "$@"'
    const program = [process.execPath, builtCli, ...args]
    return spawnSync('sh', ['-c', command, 'sh', gone, ...program], {
      env: { PATH: process.env['PATH'], HOME: folder, RECALLITE_STORE_PATH: database },
      encoding: 'utf8',
      input: '',
    })
  }
}

describe.skipIf(process.platform === 'win32')('in a folder that was deleted', () => {
  it('every command that needs the folder says so, and what to do', async () => {
    const run = await inDeletedFolder()
    const said =
      'recallite: The working folder was deleted. Change to another one, for example: cd ~ (USAGE)\n'
    const commands = ['search a', 'get a.md', 'status', 'doctor', 'doctor --repair', 'index', 'mcp', 'models']
    for (const args of commands) {
      const { status, stdout, stderr } = run(...args.split(' '))
      expect([args, status, stdout, stderr]).toEqual([args, 2, '', said])
    }
    expect(JSON.parse(run('search', 'a', '--json').stderr).error.code).toBe('USAGE')
  })

  it('commands that need no folder work', async () => {
    const run = await inDeletedFolder()
    for (const args of [['--help'], ['--version'], ['completions', 'bash']]) {
      expect([args, run(...args).status]).toEqual([args, 0])
    }
  })
})
