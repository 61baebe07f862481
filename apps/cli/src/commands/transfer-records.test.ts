import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { runHere } from '../__fixtures__/run-here.js'
import { schemaErrors } from '../__fixtures__/schema.js'

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
