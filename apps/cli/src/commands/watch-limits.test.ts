import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { foundInDatabase, startWatch } from '../__fixtures__/watch-run.js'

/** Linux gives every user namespace limits of its own, which whoever made it may set: no other program feels them. */
function underLimit(limit: string, commandLine: readonly string[]): readonly string[] {
  const script = `echo ${limit.replace('=', ' > /proc/sys/user/')} && exec "$@"`
  return ['unshare', '--user', '--map-root-user', 'sh', '-c', script, 'sh', ...commandLine]
}

function mayLimit(): boolean {
  const [program = '', ...args] = underLimit('9=max_inotify_watches', ['true'])
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

const folders = Object.fromEntries(
  Array.from({ length: 40 }, (_, day) => [`day-${day}/note.md`, `# Day ${day}\n`]),
)

describe.skipIf(!mayLimit())('A21: where the system refuses to watch (needs user namespaces)', () => {
  it.each([
    ['no more folders', '9=max_inotify_watches', /ENOSPC/g],
    ['at all', '0=max_inotify_instances', /EMFILE/g],
  ])('A21: %s, it says so in one line and looks again and again instead', async (_, limit, code) => {
    const workspace = cliWorkspace(folders)
    await workspace.run('index', workspace.notes, '--provider', 'none')
    const { said, until, end } = startWatch(workspace, {
      variables: { RECALLITE_UPDATE_INTERVAL: '0' },
      by: (commandLine) => underLimit(limit, commandLine),
    })
    await until('stderr', /Watching/)
    workspace.write('day-39/new.md', '# Zeppelin\n')
    await until('stderr', /^1 added; 41 files in the index$/m)
    expect(await foundInDatabase(workspace, 'zeppelin')).toEqual(['day-39/new.md'])
    workspace.write('day-38/later.md', '# Balloon\n')
    await until('stderr', /^1 added; 42 files in the index$/m)
    expect(said.stderr.match(code)).toHaveLength(1)
    expect(said.stderr).toMatch(
      /^The system does not report changes of files [^\n]* all files are checked every 2 s instead\.$/m,
    )
    expect(await end('SIGTERM')).toBe(0)
  })
})
