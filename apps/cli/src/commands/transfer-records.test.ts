import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Recalled } from '../__fixtures__/record-workspace.js'
import { writeRobotmem } from '../__fixtures__/robotmem-file.js'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { runHere } from '../__fixtures__/run-here.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { allSessions } from '../all-sessions.js'

const words = ['--provider', 'none']

async function remembered() {
  const here = cliWorkspace({})
  await here.run('sessions', 'start', 'monday', '--collection', 'robots')
  const context = ['--context', '{"params":{"force":{"value":12}}}', '--occurred-at', '2026-02-11T10:00Z']
  const about = ['--collection', 'robots', '--session', 'monday', '--confidence', '0.4', '--tag', 'cup']
  await here.run('remember', 'A wet cup slips.', ...context, ...about, ...words)
  await here.run('remember', '# No heading\n```', '--summary', 'Signs', ...words)
  return { ...here, file: join(here.folder, 'records.jsonl') }
}

describe('export and import', () => {
  it('C9, C8, C11: sessions, confidence and filters survive', async () => {
    const { run, file } = await remembered()
    const exported = await run('export', file)
    expect([exported.exitCode, exported.stderr]).toEqual([0, expect.stringMatching(/2 records\.\n$/)])
    const other = cliWorkspace({})
    const report = await other.runJson('import', file, ...words)
    expect(schemaErrors('import', report)).toEqual([])
    expect(report).toMatchObject({ added: 2, sessions: 1, known: 0, refused: [] })
    expect((await other.run('export')).stdout).toBe(readFileSync(file, 'utf8'))
    const filter = [
      '--filter',
      '{"params.force.value":{"$gt":11}}',
      '--session',
      'monday',
      '--threshold',
      '0',
    ]
    const found = (await other.runJson('recall', 'cup', ...filter, ...words)) as {
      results: { record: { content: string; confidence: number } }[]
    }
    expect(found.results.map(({ record }) => [record.content, record.confidence])).toEqual([
      ['A wet cup slips.', 0.4],
    ])
    const again = await other.run('import', file, ...words)
    expect(again.stdout).toBe('Imported 0 records; left out: 2 known already.\n')
  })

  it('C9: takes over a database of robotmem with sessions, confidence and context', async () => {
    const { run, runJson, folder } = cliWorkspace({})
    const file = join(folder, 'memory.db')
    writeRobotmem(file)
    const before = readFileSync(file)
    const report = await runJson('import', file, ...words)
    expect(schemaErrors('import', report)).toEqual([])
    expect(report).toMatchObject({ added: 3, sessions: 1, invalidated: 1, refused: [] })
    expect((await run('import', file, ...words)).stdout).toMatch(
      /^Imported 0 records; left out: 3 known already/,
    )
    expect(readFileSync(file).equals(before)).toBe(true)

    const recall = async (...flags: string[]) => {
      const answer = await runJson('recall', 'grip force', ...flags, '--threshold', '0', ...words)
      return (answer as Recalled).results.map(({ record }) => record.content)
    }
    const [tight, loose] = ['Grip force of 12.5 N holds the cup.', 'Grip force of 3 N drops the cup.']
    expect(await recall('--filter', '{"task.success":true,"params.grip_force.value":{"$gt":10}}')).toEqual([
      tight,
    ])
    expect(await recall('--min-confidence', '0.5')).toEqual([tight])
    expect(await recall('--session', 'episode-7', '--collection', 'default')).toEqual([tight, loose])
    const near = ['--near', '1.3,0.7,0.5', '--near-field', 'spatial.object_position']
    expect(await recall(...near, '--max-distance', '0.1')).toEqual([tight])
    expect(await recall('--include-superseded', '--collection', 'slow')).toEqual(['Grip force was unknown.'])
    expect(await recall('--collection', 'slow')).toEqual([])
    const [session] = (await runJson('sessions')) as object[]
    expect(session).toMatchObject({
      id: 'episode-7',
      records: 2,
      endedAt: Date.UTC(2026, 1, 11, 9),
      context: { robot_id: 'arm-01', robotmem: { outcome_scores: [0.75] } },
    })
    const replayed = await run('recall', '--session', 'episode-7', ...words)
    expect(replayed.stdout.match(/^\d\. Grip force of \d/gmu)).toEqual([
      '1. Grip force of 1',
      '2. Grip force of 3',
    ])
  })

  it('reads lines with a content alone, and says which lines are refused', async () => {
    const { run, runJson, folder } = cliWorkspace({})
    const file = join(folder, 'some.jsonl')
    writeFileSync(file, '{"content":"One."}\nnonsense\n\n{"content":" "}\n{"content":"One. "}\n')
    const { exitCode, stdout, stderr } = await run('import', file, ...words)
    expect([exitCode, stdout]).toEqual([3, 'Imported 1 record; left out: 1 the same as another record.\n'])
    expect(stderr).toMatch(/^Line 2: .*\(RECORD_INVALID_LINE\)\nLine 4: .*\(RECORD_BLANK\)\n$/)
    expect(await runJson('import', file, '--allow-duplicate', ...words)).toMatchObject({
      added: 2,
      refused: [{ line: 2 }, { line: 4 }],
    })
  })

  it('C9: goes through all sessions, however many a page has', async () => {
    const store = await openSqliteRecords({ path: ':memory:' })
    onTestFinished(() => store.close())
    for (let number = 0; number < 7; number += 1)
      await store.startSession({
        id: `s${number}`,
        startedAt: '2026-01-01',
        collection: number < 5 ? 'a' : 'b',
      })
    const idsOf = (request: Parameters<typeof allSessions>[1]) =>
      Array.fromAsync(allSessions(store, request), ({ id }) => id)
    expect(await idsOf({ limit: 2 })).toEqual(['s6', 's5', 's4', 's3', 's2', 's1', 's0'])
    expect(await idsOf({ limit: 2, collection: 'a' })).toEqual(['s4', 's3', 's2', 's1', 's0'])
    expect(await idsOf({ limit: 7 })).toHaveLength(7)
  })

  it('writes Markdown in which a record means nothing', async () => {
    const { run } = await remembered()
    const { stdout } = await run('export', '--format', 'md')
    expect(stdout).toContain('# robots\n\n## 2026-02-11 10:00 UTC\n\n```\nA wet cup slips.\n```\n')
    expect(stdout).toContain('Signs\n\n````\n# No heading\n```\n````\n')
    expect(stdout).toContain('- context: `{"params":{"force":{"value":12}}}`')
    const one = await run('export', '--format', 'md', '--collection', 'robots')
    expect(one.stdout).not.toContain('Signs')
  })

  it('replaces no file unless it is told to, and lets its owner alone read it', async () => {
    const { run, file } = await remembered()
    writeFileSync(file, 'mine')
    const refused = await run('export', file)
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(/--force/)])
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect((await run('export', file, '--force')).exitCode).toBe(0)
    expect(readFileSync(file, 'utf8').split('\n').length).toBe(4)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const missing = await run('import', join(file, '..', 'nothing'))
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringMatching(/There is no file/)])
  })

  it('moves with the memory of a project into its folder', async () => {
    const { folder, env } = cliWorkspace({ '../project/MEMORY.md': '# Notes\n' })
    const project = join(folder, 'project')
    const run = (...args: string[]) => runHere(args, { cwd: project, env })
    await run('remember', 'The door opens inwards.', ...words)
    expect((await run('init')).exitCode).toBe(0)
    expect(existsSync(join(project, '.recallite/memory.records.sqlite'))).toBe(true)
    const { stdout, stderr } = await run('recall', 'door', '--threshold', '0', ...words)
    expect([stdout, stderr]).toEqual([expect.stringContaining('opens inwards'), ''])
  })
})
