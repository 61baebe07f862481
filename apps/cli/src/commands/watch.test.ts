import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { foundInDatabase, startWatch } from '../__fixtures__/watch-run.js'

const files = { 'auth.md': '# Auth\n\nWe keep tokens for 900 seconds.\n' }
const quick = { RECALLITE_UPDATE_DEBOUNCE: '100ms' }

describe('A21: recallite watch', () => {
  it('A21: brings in what is new, changed, renamed and gone, a line for each, and ends well when it is told to', async () => {
    const workspace = cliWorkspace(files)
    const { notes, run, write } = workspace
    await run('index', notes, '--provider', 'none')
    const { said, until, end } = startWatch(workspace, { variables: quick })
    await until('stderr', /Watching/)
    write('new.md', '# Zeppelin\n\nIt flies.\n')
    await until('stderr', /^2 files: 1 added, 0 changed, 0 removed$/m)
    expect(await foundInDatabase(workspace, 'zeppelin')).toEqual(['new.md'])
    // As editors save: another file takes its place.
    writeFileSync(join(notes, 'new.md.tmp~'), '# Balloon\n\nIt floats.\n')
    renameSync(join(notes, 'new.md.tmp~'), join(notes, 'new.md'))
    await until('stderr', /^2 files: 0 added, 1 changed, 0 removed$/m)
    expect([
      await foundInDatabase(workspace, 'zeppelin'),
      await foundInDatabase(workspace, 'balloon'),
    ]).toEqual([[], ['new.md']])
    rmSync(join(notes, 'new.md'))
    await until('stderr', /^1 file: 0 added, 0 changed, 1 removed$/m)
    expect(await foundInDatabase(workspace, 'balloon')).toEqual([])
    expect([await end('SIGTERM'), said.stdout]).toEqual([0, ''])
  })

  it('A21: tells it as lines of JSON', async () => {
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
    expect(lines.length).toBeGreaterThanOrEqual(2)
  })
})
