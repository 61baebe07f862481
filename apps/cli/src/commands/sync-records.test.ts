import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'

const words = ['--provider', 'none']

function twoMachines() {
  const folder = join(temporaryFolder(), 'records')
  const machines = [cliWorkspace({}), cliWorkspace({})] as const
  const sync = (machine: 0 | 1, ...flags: string[]) =>
    machines[machine].run('records', 'sync', folder, ...flags, ...words)
  const remember = async (machine: 0 | 1, ...args: string[]) => {
    const report = await machines[machine].runJson('remember', ...args, ...words)
    return (report as { record: { id: string } }).record.id
  }
  return { folder, machines, sync, remember }
}

describe('records sync', () => {
  it('carries records between machines, which can then recall them', async () => {
    const { folder, machines, sync, remember } = twoMachines()
    const id = await remember(0, 'The orchid needs little water.')
    expect(await sync(0)).toMatchObject({ exitCode: 0, stdout: '0 records changed here, 1 file written.\n' })
    expect((await sync(1, '--dry-run')).stdout).toBe('Dry run: 1 record changed here, 0 files written.\n')
    const report = await machines[1].runJson('records', 'sync', folder, ...words)
    expect([schemaErrors('records', report), report]).toEqual([[], expect.objectContaining({ changed: 1 })])
    const { stdout } = await machines[1].run('recall', 'orchid', '--threshold', '0', ...words)
    expect(stdout).toContain('The orchid needs little water.')
    await machines[1].run('forget', id)
    await sync(1)
    await sync(0)
    expect((await machines[0].run('recall', 'orchid', '--threshold', '0', ...words)).stdout).not.toContain(
      'water',
    )
  })

  it('links two records that replaced the same one, and names refused files', async () => {
    const { folder, machines, sync, remember } = twoMachines()
    const id = await remember(0, 'The office closes at five.')
    await sync(0)
    await sync(1)
    const earlier = await remember(0, 'The office closes at six.', '--supersedes', id)
    const later = await remember(1, 'The office closes at four.', '--supersedes', id)
    await sync(0)
    const { stderr } = await sync(1)
    expect(stderr).toBe(`${later} contradicts ${earlier}: both replaced the same record.\n`)
    writeFileSync(join(folder, 'evil\u001b[31m.json'), '{}')
    const { exitCode, stdout, stderr: refusals } = await sync(0)
    expect([exitCode, stdout]).toEqual([3, '3 records changed here, 0 files written.\n'])
    expect(refusals).toMatch(/^evil.*\.json: .* \(RECORD_INVALID_FIELD\)\n$/m)
    expect(refusals).not.toContain('\u001b')
    expect((await machines[0].run('export')).stdout).toContain(`"contradictedBy":["${later}"]`)
  })

  it('reports how many records with secrets it left out', async () => {
    const { sync, remember } = twoMachines()
    await remember(0, 'Use the password: tulip-42-garden-91')
    const { exitCode, stdout, stderr } = await sync(0)
    expect([exitCode, stdout]).toEqual([0, '0 records changed here, 0 files written.\n'])
    expect(stderr).toBe(
      '1 record left out because of possible secrets. To write such records: --include-secrets\n',
    )
    expect((await sync(0, '--include-secrets')).stdout).toBe('0 records changed here, 1 file written.\n')
  })

  it('refuses folders with other files, links, and a missing parent', async () => {
    const { machines } = twoMachines()
    const { run, folder: home } = machines[0]
    mkdirSync(join(home, '.recallite', 'memory'), { recursive: true })
    mkdirSync(join(home, 'target'))
    symlinkSync(join(home, 'target'), join(home, 'link'))
    writeFileSync(join(home, 'file'), '')
    for (const word of [
      home,
      '/',
      join(home, '.recallite'),
      join(home, '.recallite', 'x'),
      'link',
      'file',
      'a/b',
    ]) {
      const { exitCode, stderr } = await run('records', 'sync', word, ...words)
      expect([word, exitCode]).toEqual([word, 2])
      expect(stderr).toMatch(/Name a|Create it/)
    }
    expect([readdirSync(join(home, 'target')), existsSync(join(home, 'a'))]).toEqual([[], false])
    expect((await run('records')).stderr).toContain('missing')
    expect((await run('records', 'list', 'x')).stderr).toContain("'records sync FOLDER'")
  })
})
