import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordWorkspace } from '../__fixtures__/record-workspace.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { settingsWorkspace } from '../settings/__fixtures__/settings-workspace.js'

const words = ['--provider', 'none']

interface Answer {
  readonly record: { readonly id: string; readonly origin: string; readonly client: string | null }
}

describe('the origin of a record', () => {
  it('is user for the command, and only lower with a flag, a variable or a file', async () => {
    const { runJson, run, variables, write, set } = settingsWorkspace()
    let number = 0
    const origin = async (...flags: string[]) => {
      number += 1
      const { record } = await runJson<Answer>('remember', `Fact ${number}.`, ...flags, ...words)
      return record.origin
    }
    expect([await origin(), await origin('--origin', 'agent')]).toEqual(['user', 'agent'])
    variables['RECALLITE_RECORDS_ORIGIN'] = 'agent'
    expect(await origin()).toBe('agent')
    delete variables['RECALLITE_RECORDS_ORIGIN']
    set({ records: { origin: 'agent' } })
    expect(await origin()).toBe('agent')
    set({})
    write('.recallite.yaml', 'records:\n  origin: agent\n')
    expect(await origin()).toBe('agent')
    const { record } = await runJson<Answer>('remember', 'Fact one.', ...words)
    const superseding = await runJson<Answer>('remember', 'Fact zero.', '--supersedes', record.id, ...words)
    expect(superseding.record.origin).toBe('agent')
    const raised = await run('remember', 'Mine.', '--origin', 'user', ...words)
    expect([raised.exitCode, raised.stderr]).toEqual([2, expect.stringMatching(/Allowed choices are agent/)])
    variables['RECALLITE_RECORDS_ORIGIN'] = 'user'
    const refused = await run('remember', 'Mine.', ...words)
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(/must be one of agent/)])
  })

  it('is import for imported lines, unless the person keeps the origins that they name', async () => {
    const { run, folder } = recordWorkspace()
    const lines = [
      { id: 'a', content: 'Trust me.', origin: 'user', client: 'me' },
      { id: 'b', content: 'No origin.' },
    ]
    const file = join(folder, 'foreign.jsonl')
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const exported = async () => {
      const { stdout } = await run('export')
      const records = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      return records.map(({ id, origin, client }) => [id, origin, client])
    }
    await run('import', file, ...words)
    expect(await exported()).toEqual([
      ['a', 'import', undefined],
      ['b', 'import', undefined],
    ])
    const other = recordWorkspace()
    await other.run('import', file, '--keep-origins', ...words)
    const { stdout } = await other.run('recall', 'trust', '--threshold', '0', ...words)
    expect(stdout).toContain(' · user me · ')
    expect((await other.run('export')).stdout).toMatch(/"origin":"user","client":"me".*\n.*"origin":"import"/)
  })

  it('filters recalls and searches, and selects records to forget', async () => {
    const { remember, contents, run, runJson } = recordWorkspace()
    await remember('The lamp in the hall is green.')
    await remember('The lamp on the desk is red.', '--origin', 'agent')
    expect(await contents('lamp', '--origin', 'agent')).toEqual(['The lamp on the desk is red.'])
    expect(await contents('lamp', '--origin', 'agent', '--origin', 'user')).toHaveLength(2)
    const search = ['search', 'lamp', '--threshold', '0', '--origin', 'user', ...words]
    expect((await run(...search)).stdout).toMatch(/1\. Record of .* · user\n.*\n.*green\.\n$/u)
    const found = await runJson(...search)
    expect(schemaErrors('search', found)).toEqual([])
    expect(found).toMatchObject({ results: [{ record: { origin: 'user', client: null } }] })
    const wrong = await run('recall', 'lamp', '--origin', 'me')
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/user, agent, hook, import, api/),
    ])

    const unsure = await run('forget', '--origin', 'agent')
    expect([unsure.exitCode, unsure.stderr]).toEqual([
      2,
      expect.stringMatching(/Nothing was forgotten\. .*--yes/),
    ])
    for (const args of [[], ['x', '--origin', 'agent', '--yes']])
      expect(await run('forget', ...args)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/by id, or/),
      })
    const forgotten = await run('forget', '--origin', 'agent', '--yes')
    expect([forgotten.exitCode, forgotten.stderr]).toEqual([0, 'Forgot 1 record.\n'])
    const none = await runJson('forget', '--origin', 'agent', '--origin', 'hook', '--yes')
    expect([schemaErrors('forget', none), none]).toEqual([[], { forgotten: [], unknown: [] }])
    expect(await contents('lamp')).toEqual(['The lamp in the hall is green.'])
  })
})

describe('recall --as-of', () => {
  it('recalls what was stored by a date, in a replay too', async () => {
    const { run, contents, folder } = recordWorkspace()
    const lines = [
      {
        id: 'a',
        content: 'The code is 1.',
        createdAt: '2026-01-05',
        status: 'superseded',
        supersededBy: 'b',
      },
      { id: 'b', content: 'The code is 2.', createdAt: '2026-02-05T10:00Z' },
    ]
    const file = join(folder, 'codes.jsonl')
    writeFileSync(file, lines.map((line) => JSON.stringify({ ...line, session: 's' })).join('\n'))
    await run('import', file, ...words)
    for (const [date, expected] of [
      ['2026-01-01', []],
      ['2026-01', ['The code is 1.']],
      ['2026-02-05T09:59Z', ['The code is 1.']],
      ['2026-02-06', ['The code is 2.']],
    ] as const) {
      expect([date, await contents('code', '--as-of', date)]).toEqual([date, expected])
      expect([date, await contents('--session', 's', '--as-of', date)]).toEqual([date, expected])
    }
    const wrong = await run('recall', 'code', '--as-of', 'soon', ...words)
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringMatching(/'soon' is not a date/)])
  })
})
