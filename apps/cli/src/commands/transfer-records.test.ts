import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { allSessions } from './transfer-records.js'

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
    const report = await other.runJson('import', file, '--keep-origins', ...words)
    expect(schemaErrors('import', report)).toEqual([])
    expect(report).toMatchObject({ added: 2, sessions: 1, known: 0, refused: [] })
    expect((await other.run('export')).stdout).toBe(readFileSync(file, 'utf8'))
    const filter = ['--filter', '{"params.force.value":{"$gt":11}}', '--session', 'monday']
    const found = (await other.runJson('recall', 'cup', '--threshold', '0', ...filter, ...words)) as {
      results: { record: { content: string; confidence: number } }[]
    }
    expect(found.results.map(({ record }) => [record.content, record.confidence])).toEqual([
      ['A wet cup slips.', 0.4],
    ])
    const again = await other.run('import', file, ...words)
    expect(again.stdout).toBe('Imported 0 records; skipped: 2 already stored.\n')
  })

  it('reads lines with only a content, and names refused lines', async () => {
    const { run, runJson, folder } = cliWorkspace({})
    const file = join(folder, 'some.jsonl')
    writeFileSync(file, '{"content":"One."}\nnonsense\n\n{"content":" "}\n{"content":"One. "}\n')
    const { exitCode, stdout, stderr } = await run('import', file, ...words)
    expect([exitCode, stdout]).toEqual([3, 'Imported 1 record; skipped: 1 the same as another record.\n'])
    expect(stderr).toMatch(/^Line 2: .*\(RECORD_INVALID_LINE\)\nLine 4: .*\(RECORD_BLANK\)\n$/)
    expect(await runJson('import', file, '--allow-duplicate', ...words)).toMatchObject({
      added: 2,
      refused: [{ line: 2 }, { line: 4 }],
    })
  })

  it('stores nothing of a file with a refused line, with --all-or-none', async () => {
    const { run, runJson, folder } = cliWorkspace({})
    const file = join(folder, 'some.jsonl')
    writeFileSync(file, '{"content":"One."}\nnonsense\n{"content":"Two."}\n')
    const { exitCode, stdout, stderr } = await run('import', file, '--all-or-none', ...words)
    expect([exitCode, stdout]).toEqual([3, 'Imported 0 records.\n'])
    expect(stderr).toMatch(/^Line 2: .*\(RECORD_INVALID_LINE\)\n$/)
    writeFileSync(file, '{"content":"One."}\n{"content":"Two."}\n')
    expect(await runJson('import', file, '--all-or-none', ...words)).toMatchObject({ added: 2, refused: [] })
    const piped = await run('import', '-', '--all-or-none', ...words)
    expect([piped.exitCode, piped.stderr]).toEqual([2, expect.stringMatching(/needs a file/)])
  })

  it.runIf(process.platform === 'linux')('reads only regular files', async () => {
    const { run, spawned, folder } = cliWorkspace({})
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const path of [pipe, '/dev/zero', folder]) {
      const { exitCode, stderr } = await spawned('import', path, ...words)
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/There is no file .*import -/)])
    }
    expect((await run('export')).stderr).toMatch(/RECORDS_UNAVAILABLE/)
  })

  it('refuses a context that is nested too deep and a line that is too long, and imports the lines between', async () => {
    const { runJson, folder } = cliWorkspace({})
    const file = join(folder, 'hostile.jsonl')
    const deep = `${'{"a":'.repeat(2e5)}1${'}'.repeat(2e5)}`
    const lines = ['{"content":"One."}', `{"content":"Deep.","context":${deep}}`, '{"content":"Two."}']
    writeFileSync(file, `${lines.join('\n')}\n`)
    for (let megabytes = 0; megabytes < 120; megabytes += 1) appendFileSync(file, 'x'.repeat(1e6))
    appendFileSync(file, '\n{"content":"Three."}\n')
    const before = process.memoryUsage.rss()
    expect(await runJson('import', file, ...words)).toMatchObject({
      added: 3,
      refused: [
        { line: 2, code: 'RECORD_INVALID_CONTEXT' },
        { line: 4, code: 'RECORD_INVALID_LINE' },
      ],
    })
    expect(process.memoryUsage.rss() - before).toBeLessThan(150e6)
  })

  it('counts the refused lines that it does not list', async () => {
    const { run, folder } = cliWorkspace({})
    const file = join(folder, 'text.txt')
    writeFileSync(file, 'nonsense\n'.repeat(30))
    const { exitCode, stderr } = await run('import', file, ...words)
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/^Line 20: .*\nAnd 10 more were refused\.\n$/mu),
    ])
  })

  it('reads times in seconds and milliseconds, and does not count expired records as imported', async () => {
    const { run, runJson, folder } = cliWorkspace({})
    const file = join(folder, 'some.jsonl')
    const times = [
      '"occurredAt":1770000000,"expiresAt":4102444800',
      '"occurredAt":"1770000000.5"',
      '"expiresAt":1780000000',
      '"createdAt":42',
    ]
    writeFileSync(file, times.map((each, number) => `{"content":"Note ${number}.",${each}}\n`).join(''))
    const { exitCode, stdout, stderr } = await run('import', file, ...words)
    expect([exitCode, stdout]).toEqual([3, 'Imported 2 records; skipped: 1 expired.\n'])
    expect(stderr).toMatch(/^Line 4: “42” .*unit is unclear.*\(RECORD_INVALID_DATE\)\n$/u)
    expect(await runJson('import', file, ...words)).toMatchObject({ added: 0, duplicates: 2, expired: 1 })
    const exported = (await run('export')).stdout
    expect(exported.match(/"occurredAt":"[^"]*"/gu)).toEqual([
      '"occurredAt":"2026-02-02T02:40:00.000Z"',
      '"occurredAt":"2026-02-02T02:40:00.500Z"',
    ])
    expect(exported).toContain('"expiresAt":"2100-01-01T00:00:00.000Z"')
  })

  it('imports a text that an expired record has', async () => {
    const { run, runJson, folder } = cliWorkspace({})
    const old = await openSqliteRecords({ path: join(folder, 'index.records.sqlite'), create: true })
    await old.put([{ content: 'The gate code is 7731.', expiresAt: '2020-01-01' }])
    await old.close()
    const file = join(folder, 'some.jsonl')
    writeFileSync(file, '{"content":"The gate code is 7731."}\n')
    expect(await runJson('import', file, ...words)).toMatchObject({ added: 1, duplicates: 0 })
    expect((await run('export')).stdout).toContain('7731')
  })

  it('C9: exports all sessions, with any page size', async () => {
    const store = await openSqliteRecords({ path: ':memory:' })
    onTestFinished(() => store.close())
    for (let number = 0; number < 7; number += 1) {
      const collection = number < 5 ? 'a' : 'b'
      await store.startSession({ id: `s${number}`, startedAt: '2026-01-01', collection })
    }
    const idsOf = (request: Parameters<typeof allSessions>[1]) =>
      Array.fromAsync(allSessions(store, request), ({ id }) => id)
    expect(await idsOf({ limit: 2 })).toEqual(['s6', 's5', 's4', 's3', 's2', 's1', 's0'])
    expect(await idsOf({ limit: 2, collection: 'a' })).toEqual(['s4', 's3', 's2', 's1', 's0'])
    expect(await idsOf({ limit: 7 })).toHaveLength(7)
  })

  it('replaces no file without --force, and lets only its owner read it', async () => {
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
})
