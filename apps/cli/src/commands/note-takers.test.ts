import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { recordWorkspace } from '../__fixtures__/record-workspace.js'

const vault = {
  'vault/index.md': '# Index\n\n[[Lena]] keeps the keys. #team/core\n',
  'vault/people/Lena.md': '---\naliases: [Magdalena]\n---\n# Lena\n\nKeys: [[index|the index]].\n',
  'plans/trip.md': '# Trip\n\nWe leave at noon.\n',
}

async function indexed() {
  const here = cliWorkspace(vault)
  const withoutModel = (...args: string[]) => here.run(...args, '--provider', 'none')
  await withoutModel('index', 'notes/vault', 'notes/plans')
  return { run: here.run, withoutModel }
}

describe('notes of a vault', () => {
  it('are printed with their links next to the text, and in JSON', async () => {
    const { run, withoutModel } = await indexed()
    const { stdout, stderr } = await run('get', 'notes/vault/index.md')
    expect(stdout).toBe('# Index\n\n[[Lena]] keeps the keys. #team/core\n')
    expect(stderr).toBe('links: people/Lena.md\nbacklinks: people/Lena.md\n')
    const json = JSON.parse((await run('get', 'notes/vault/people/Lena.md', '--json')).stdout)
    expect(json).toMatchObject({ links: ['index.md'], backlinks: ['index.md'] })
    expect((await run('get', 'notes/plans/trip.md')).stderr).toBe('')
    const tagged = await withoutModel(
      'search',
      'keys',
      '--where',
      'tag=team',
      '--format',
      'files',
      '--threshold',
      '0',
    )
    expect(tagged.stdout).toBe('notes/vault/index.md\n')
  })

  it('are found by the description of their folder', async () => {
    const { run, withoutModel } = await indexed()
    const found = async () =>
      (await withoutModel('search', 'holiday iceland', '--format', 'files', '--threshold', '0')).stdout
    expect(await found()).toBe('')
    const described = await run('roots', 'describe', 'plans', 'Holiday', 'in', 'Iceland')
    expect(described.stderr).toContain('recallite index')
    await withoutModel('index')
    expect(await found()).toBe('notes/plans/trip.md\n')
    expect((await run('roots')).stdout).toMatch(/plans .*Holiday in Iceland/)
    const unknown = await run('roots', 'describe', 'nowhere', 'x')
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('STORE_UNKNOWN_ROOT')])
    expect((await run('roots', 'describe')).stderr).toContain('roots describe NAME')
  })
})

describe('records', () => {
  it('show when they expire, and are recalled by tag', async () => {
    const { run, remember, contents } = recordWorkspace()
    await remember('The kettle boils at 96 degrees.', '--tag', 'tea/green')
    await remember('The kettle is on loan.', '--tag', 'kitchen', '--expires', '30d')
    expect(await contents('kettle', '--tag', 'tea')).toEqual(['The kettle boils at 96 degrees.'])
    const shown = await run('recall', 'kettle loan', '--tag', 'kitchen', '--provider', 'none')
    expect(shown.stdout).toMatch(/sure · expires \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    for (const when of ['soon', '2020-01-01']) {
      const { exitCode, stderr } = await run('remember', 'x', '--expires', when)
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('RECORD_INVALID_DATE')])
    }
    expect((await run('export')).stdout).toMatch(/"expiresAt":"\d{4}/)
  })
})
