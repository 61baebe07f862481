import { spawnSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { foundInDatabase, startWatch } from '../__fixtures__/watch-run.js'

const files = { 'auth.md': '# Auth\n\nWe keep tokens for 900 seconds.\n' }
const quick = { RECALLITE_UPDATE_DEBOUNCE: '100ms' }

describe('A21: recallite watch', () => {
  it('A21: indexes new, changed, renamed and deleted files, prints a line for each, and stops cleanly', async () => {
    const workspace = cliWorkspace(files)
    const { notes, run, write } = workspace
    await run('index', notes, '--provider', 'none')
    const { said, until, end } = startWatch(workspace, { variables: quick })
    await until('stderr', /^Watching 1 folder; Ctrl-C stops it\.\n {2}notes: \/.*notes$/m)
    write('new.md', '# Zeppelin\n\nIt flies.\n')
    await until('stderr', /^\+ notes:new\.md\n1 added; 2 files in the index$/m)
    expect(await foundInDatabase(workspace, 'zeppelin')).toEqual(['new.md'])
    // Like editors, which save by replacing the file.
    writeFileSync(join(notes, 'new.md.tmp~'), '# Balloon\n\nIt floats.\n')
    renameSync(join(notes, 'new.md.tmp~'), join(notes, 'new.md'))
    await until('stderr', /^~ notes:new\.md\n1 changed; 2 files in the index$/m)
    expect([
      await foundInDatabase(workspace, 'zeppelin'),
      await foundInDatabase(workspace, 'balloon'),
    ]).toEqual([[], ['new.md']])
    rmSync(join(notes, 'new.md'))
    await until('stderr', /^- notes:new\.md\n1 removed; 1 file in the index$/m)
    expect(await foundInDatabase(workspace, 'balloon')).toEqual([])
    expect([await end('SIGTERM'), said.stdout]).toEqual([0, ''])
  })

  it('A21: says what to do if the memory has no folder yet', async () => {
    const workspace = cliWorkspace({})
    const { until, end } = startWatch(workspace, { variables: quick })
    await until('stderr', /recallite index FOLDER\. This command then watches it too\.$/m)
    expect(await end('SIGTERM')).toBe(0)
  })

  it('A21: prints lines of JSON', async () => {
    const workspace = cliWorkspace(files)
    const { notes, run, write } = workspace
    await run('index', notes, '--provider', 'none')
    const { said, until, end } = startWatch(workspace, { flags: ['--json'], variables: quick })
    await until('stdout', /"watching"/)
    write('new.md', '# New\n')
    await until('stdout', /"added":1/)
    expect(await end('SIGINT')).toBe(0)
    const lines = said.stdout.trimEnd().split('\n')
    for (const line of lines) expect(schemaErrors('watch', JSON.parse(line))).toEqual([])
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ changes: [{ kind: 'added', root: 'notes', path: 'new.md' }] }),
    )
  })
})

/** Linux has separate limits for every user namespace, which its creator may set without affecting other programs. */
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

describe.skipIf(!mayLimit())('A21: if the system refuses to watch (needs user namespaces)', () => {
  it.each([
    ['no more folders', '9=max_inotify_watches', /ENOSPC/g],
    ['at all', '0=max_inotify_instances', /EMFILE/g],
  ])('A21: %s, it says so in one line and polls instead', async (_, limit, code) => {
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
      /^The system does not report file changes [^\n]* all files are checked every 2 s instead\.$/m,
    )
    expect(await end('SIGTERM')).toBe(0)
  })
})
