import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { recordWorkspace } from '../__fixtures__/record-workspace.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { main } from '../main.js'

describe('remember and recall', () => {
  it('C4: recalls by content, summary, files, entities and tags', async () => {
    const { remember, contents, run, folder } = recordWorkspace()
    const about = ['--summary', 'Grasping tumblers', '--scope-file', 'src/force.py']
    const named = ['--entity', 'GripController', '--tag', 'kitchen', '--tag', 'fragile']
    await remember('The gripper closes gently on glass.', ...about, ...named)
    for (const query of ['gripper glass', 'tumblers', 'force.py', 'GripController', 'fragile'])
      expect([query, ...(await contents(query))]).toEqual([query, 'The gripper closes gently on glass.'])
    const files = readdirSync(folder).filter((name) => name.endsWith('.sqlite'))
    expect(files).toEqual(['index.records.sqlite', 'index.sqlite'])
    const told = await run('remember', 'The lamp is green.\nIt stays on.', '--provider', 'none')
    expect(told.stdout).toMatch(
      /^[\da-f-]{36} · default · user · .* sure\nThe lamp is green\.\nIt stays on\.\n$/,
    )
    const shown = await run('recall', 'tumblers', '--provider', 'none')
    expect(shown.stdout).toMatch(
      /^has the word, 1 record\n\n1\. Grasping tumblers · strong\n {3}[\da-f-]{36} · default · user · \d{4}-\d\d-\d\d \d\d:\d\d UTC · 90 % sure\n {3}The gripper/,
    )
  })

  it('C1: refuses a blank query, a limit out of range and blank content, with advice', async () => {
    const { run, contents, remember } = recordWorkspace()
    await remember('Something.')
    for (const [args, message] of [
      [['recall'], /Only --session ID works without one/],
      [['recall', ' '], /Only --session ID/],
      [['recall', 'cup', '-n', '0'], /whole number from 1 to 100/],
      [['recall', 'cup', '-n', '101'], /whole number from 1 to 100/],
      [['recall', 'cup', '-n', '1.5'], /whole number from 1 to 100/],
      [['remember', ' '], /RECORD_BLANK/],
      [['remember', 'x', '--confidence', '1.5'], /number from 0 to 1/],
      [['remember', 'x', '--context', '[1]'], /Give a JSON object/],
      [['remember', 'x', '--context', '{'], /Give a JSON object/],
      [['remember', 'x', '--occurred-at', 'yesterday'], /RECORD_INVALID_DATE/],
      [['recall', 'cup', '--near', '1'], /two or three coordinates/],
      [['recall', 'cup', '--max-distance', '1'], /--max-distance requires --near/],
      [['recall', 'cup', '--near-field', 'a'], /--near-field requires --near/],
      [['recall', 'cup', '--boost-factor', '2'], /--boost-factor requires --boost/],
    ] as const) {
      const { exitCode, stderr, stdout } = await run(...args)
      expect([args, exitCode, stdout]).toEqual([args, 2, ''])
      expect(stderr).toMatch(message)
    }
    expect(await contents('Something')).toEqual(['Something.'])
  })

  it('C1: says that there are no records yet, and creates no file', async () => {
    const { run, folder } = recordWorkspace()
    const { exitCode, stderr } = await run('recall', 'cup')
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/There are no records at .*recallite remember TEXT/),
    ])
    expect(existsSync(join(folder, 'index.records.sqlite'))).toBe(false)
  })

  it('C16: stores nothing twice without a flag, and prints the existing record', async () => {
    const { run, contents } = recordWorkspace()
    const first = await run('remember', 'The lamp flickers after rain.', '--provider', 'none')
    const again = await run('remember', 'the lamp  flickers after rain', '--provider', 'none', '--json')
    const answer = JSON.parse(again.stdout) as { outcome: string; record: { id: string } }
    expect(schemaErrors('remember', answer)).toEqual([])
    expect([answer.outcome, first.stdout]).toEqual(['duplicate', expect.stringContaining(answer.record.id)])
    expect(again.stderr).toMatch(/Not stored: .*--allow-duplicate/)
    expect((await contents('lamp')).length).toBe(1)
    await run('remember', 'The lamp flickers after rain.', '--allow-duplicate', '--provider', 'none')
    expect((await contents('lamp')).length).toBe(2)
  })

  it('keeps both of two contradicting records, and shows the newer one first', async () => {
    const { remember, run } = recordWorkspace()
    const old = await remember('The parking code is 4711')
    const again = await run('remember', 'The parking code is 4712', '--provider', 'none', '--json')
    const answer = JSON.parse(again.stdout) as { record: { id: string }; contradicts: { id: string }[] }
    expect(schemaErrors('remember', answer)).toEqual([])
    expect(answer.contradicts.map(({ id }) => id)).toEqual([old])
    expect(again.stderr).toContain(
      `It contradicts ${old}: “The parking code is 4711”. Both remain. To replace that record: recallite remember … --supersedes ${old}\n`,
    )
    for (const command of ['recall', 'search'] as const) {
      const { stdout } = await run(command, 'parking code 4711', '--provider', 'none')
      expect(stdout).toMatch(/4712[^]+replaces [^]+4711[^]+contradicted by [^]+4712/)
      const found = JSON.parse((await run(command, 'parking code', '--provider', 'none', '--json')).stdout)
      expect(schemaErrors(command, found)).toEqual([])
      expect(found.results[0].replaces).toMatchObject([{ id: old, content: 'The parking code is 4711' }])
      expect(found.results[1].contradictedBy).toMatchObject([{ id: answer.record.id }])
    }
  })

  it('C4: supersedes a record, which is then recalled only on request', async () => {
    const { remember, contents, run } = recordWorkspace()
    const old = await remember('The key is under the mat.')
    const now = await remember('The key is in the shed.', '--supersedes', old)
    expect(await contents('key')).toEqual(['The key is in the shed.'])
    expect((await contents('key', '--include-superseded')).length).toBe(2)
    const shown = await run('recall', 'mat', '--include-superseded', '--threshold', '0', '--provider', 'none')
    expect(shown.stdout).toContain(`superseded by ${now}`)
    const twice = await run('remember', 'x', '--supersedes', 'nothing')
    expect([twice.exitCode, twice.stderr]).toEqual([2, expect.stringContaining('RECORD_UNKNOWN')])
  })

  it('forgets records, and names unknown ones', async () => {
    const { remember, run, contents } = recordWorkspace()
    const id = await remember('The safe opens with 4711.')
    const { exitCode, stdout } = await run('forget', id, 'nothing', '--json')
    const answer: unknown = JSON.parse(stdout)
    expect(schemaErrors('forget', answer)).toEqual([])
    expect([exitCode, answer]).toEqual([1, { forgotten: [id], unknown: ['nothing'] }])
    expect(await contents('safe')).toEqual([])
  })

  it('prints no control sequences of a record', async () => {
    const { remember, run } = recordWorkspace()
    const about = ['--summary', 'A\u001b[2Jlert', '--collection', 'a', '--tag', '\u202eb']
    await remember('Red \u001b[31malert\u0007', ...about)
    for (const more of [[], ['--explain'], ['--json']]) {
      const { stdout } = await run('recall', 'Red', '--threshold', '0', '--provider', 'none', ...more)
      expect(stdout).toContain('31m')
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/u)
    }
  })

  it('reads a record from standard input', async () => {
    const { database, contents } = recordWorkspace()
    const { io, talked } = recordingIo({ input: Readable.from(['The door\n', 'opens inwards. ', '→\n']) })
    const exitCode = await main(['remember', '-', '--db', database, '--provider', 'none'], io)
    expect([exitCode, talked()]).toEqual([0, ''])
    expect(await contents('door')).toEqual(['The door\nopens inwards. →'])
  })

  it('explains how a score was computed', async () => {
    const { run, remember } = recordWorkspace()
    await remember('A dry cup holds at 9 newtons.', '--context', '{"params":{"force":{"value":9}}}')
    const boost = ['--boost', '{"params.force.value":9}', '--near', '0,0']
    const { stdout } = await run('recall', 'dry cup', '--explain', '--provider', 'none', ...boost)
    expect(stdout).toMatch(/^Terms: /)
    const json = await run('recall', 'dry cup', '--explain', '--json', '--provider', 'none')
    expect(schemaErrors('recall', JSON.parse(json.stdout))).toEqual([])
    expect(stdout).toMatch(/keyword rank 1, score/)
    expect(stdout.replaceAll(/\s+/gu, ' ')).toMatch(
      /adjusted by confidence × [\d.]+, boost × 1\.5, decay × 1: score/,
    )
  })
})
