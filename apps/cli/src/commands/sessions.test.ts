import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'

interface Listed {
  readonly id: string
  readonly records: number
  readonly endedAt: number | null
  readonly summary: string | null
  readonly context: object
}

async function checked(json: Promise<unknown>): Promise<unknown> {
  const value = await json
  expect(schemaErrors('sessions', value)).toEqual([])
  return value
}

describe('C9: sessions', () => {
  it('C9: start, have records, are replayed in chronological order, and end', async () => {
    const { run, runJson } = cliWorkspace({})
    const started = await checked(
      runJson('sessions', 'start', 'monday', '--context', '{"robot":{"id":"r1"}}'),
    )
    expect(started).toMatchObject({ id: 'monday', endedAt: null, context: { robot: { id: 'r1' } } })
    for (const [content, time] of [
      ['Third: closed the door.', '2026-02-11T12:00Z'],
      ['First: opened the door.', '2026-02-11T10:00Z'],
      ['Second: fetched a cup.', '2026-02-11T11:00Z'],
    ] as const)
      await run('remember', content, '--session', 'monday', '--occurred-at', time, '--provider', 'none')
    await run('remember', 'Elsewhere: a door.', '--session', 'other', '--provider', 'none')

    for (const query of [[], ['*']]) {
      const { stdout, stderr } = await run('recall', ...query, '--session', 'monday', '--provider', 'none')
      expect(stderr).toBe('')
      expect(stdout.match(/^\d\. \w+/gmu)).toEqual(['1. First', '2. Second', '3. Third'])
      expect(stdout).toContain('session monday · 2026-02-11 10:00 UTC')
    }
    const found = (await runJson('recall', 'door', '--session', 'other', '--threshold', '0')) as {
      results: { record: { content: string } }[]
    }
    expect(found.results.map(({ record }) => record.content)).toEqual(['Elsewhere: a door.'])

    await checked(runJson('sessions', 'end', 'monday', '--summary', 'Doors work.'))
    const listed = (await checked(runJson('sessions'))) as Listed[]
    expect(listed.map(({ id, records, endedAt }) => [id, records, endedAt !== null]).toSorted()).toEqual([
      ['monday', 3, true],
      ['other', 1, false],
    ])
    const { stdout } = await run('sessions', 'list')
    expect(stdout).toMatch(/^monday {2}default {2}3 records .* ended .*Doors work\.$/mu)
  })

  it('C9: an unknown session cannot end, and has nothing to replay', async () => {
    const { run } = cliWorkspace({})
    const { stdout } = await run('sessions', 'start')
    expect(stdout).toMatch(/^[\da-f-]{36}\n$/)
    const ended = await run('sessions', 'end', 'nothing')
    expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining('RECORD_UNKNOWN_SESSION')])
    const replayed = await run('recall', '--session', 'nothing', '--provider', 'none')
    expect([replayed.exitCode, replayed.stdout]).toEqual([0, ''])
    expect(replayed.stderr).toMatch(/This session has no records/)
    for (const words of [['stop'], ['end']]) {
      const { exitCode, stderr } = await run('sessions', ...words)
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/sessions end ID/)])
    }
  })
})
