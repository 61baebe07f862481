import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { recordWorkspace } from '../__fixtures__/record-workspace.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { playProvider } from '../embedding/__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from '../embedding/__fixtures__/provider-workspace.js'
import { main } from '../main.js'

const words = ['--provider', 'none']

/** Records out of a file: a process or two less for each. */
async function imported(records: readonly object[]) {
  const here = recordWorkspace()
  const file = join(here.folder, 'records.jsonl')
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const { exitCode, stderr } = await here.run('import', file, ...words)
  expect([exitCode, stderr]).toEqual([0, ''])
  return here
}

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
    expect(told.stdout).toMatch(/^[\da-f-]{36} · default · .* sure\nThe lamp is green\.\nIt stays on\.\n$/)
    const shown = await run('recall', 'tumblers', '--provider', 'none')
    expect(shown.stdout).toMatch(
      /^has the word, 1 record\n\n1\. Grasping tumblers\n {3}[\da-f-]{36} · default · \d{4}-\d\d-\d\d \d\d:\d\d UTC · 90 % sure\n {3}The gripper/,
    )
  })

  it('C1: refuses a blank query, a limit out of range and blank content, and says what to do', async () => {
    const { run, contents, remember } = recordWorkspace()
    await remember('Something.')
    for (const [args, message] of [
      [['recall'], /--session ID alone replays a session/],
      [['recall', ' '], /--session ID alone/],
      [['recall', 'cup', '-n', '0'], /whole number from 1 to 100/],
      [['recall', 'cup', '-n', '101'], /whole number from 1 to 100/],
      [['recall', 'cup', '-n', '1.5'], /whole number from 1 to 100/],
      [['remember', ' '], /RECORD_BLANK/],
      [['remember', 'x', '--confidence', '1.5'], /number from 0 to 1/],
      [['remember', 'x', '--context', '[1]'], /Give a JSON object/],
      [['remember', 'x', '--context', '{'], /It is no JSON/],
      [['remember', 'x', '--occurred-at', 'yesterday'], /RECORD_INVALID_DATE/],
      [['recall', 'cup', '--near', '1'], /two or three coordinates/],
      [['recall', 'cup', '--max-distance', '1'], /--max-distance goes with --near/],
      [['recall', 'cup', '--near-field', 'a'], /--near-field goes with --near/],
      [['recall', 'cup', '--boost-factor', '2'], /--boost-factor goes with --boost/],
    ] as const) {
      const { exitCode, stderr, stdout } = await run(...args)
      expect([args, exitCode, stdout]).toEqual([args, 2, ''])
      expect(stderr).toMatch(message)
    }
    expect(await contents('Something')).toEqual(['Something.'])
  })

  it('C1: says that nothing is remembered yet, and makes no file', async () => {
    const { run, folder } = recordWorkspace()
    const { exitCode, stderr } = await run('recall', 'cup')
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/Nothing is remembered at .*recallite remember TEXT/),
    ])
    expect(existsSync(join(folder, 'index.records.sqlite'))).toBe(false)
  })

  it('recalls by each flag', async () => {
    const { recall, run } = await imported([
      { content: 'A wet cup slips.', confidence: 0.3, context: { force: 12, spatial: { position: [3, 4] } } },
      { content: 'A dry cup holds well.', collection: 'robots', context: { force: 9, at: [0, 1] } },
      { content: 'A paper cup folds.', tags: ['kitchen/tea'], createdAt: '2020-01-01', session: 'monday' },
    ])
    const [wet, dry, paper] = ['A wet cup slips.', 'A dry cup holds well.', 'A paper cup folds.']
    for (const [flags, ...expected] of [
      [['--filter', '{"force":{"$gte":10}}'], wet],
      [['--collection', 'robots'], dry],
      [['--session', 'monday'], paper],
      [['--tag', 'kitchen'], paper],
      [['--min-confidence', '0.5', '--collection', 'default'], paper],
      [['--near', '0,0', '--max-distance', '5'], wet],
      [['--near', '0,0', '--near-field', 'at', '--max-distance', '1'], dry],
      [['--mode', 'vector']],
    ] as const) {
      const { results } = await recall('cup', ...flags)
      expect([flags, ...results.map(({ record }) => record.content)]).toEqual([flags, ...expected])
    }
    const boosted = await recall('cup', '--boost', '{"force":9}', '--boost-factor', '2', '--half-life', '30')
    expect(boosted.results.map(({ record, adjustments }) => [record.content, adjustments.boost])).toEqual(
      expect.arrayContaining([
        [dry, 2],
        [wet, 1],
      ]),
    )
    expect(Math.min(...boosted.results.map(({ adjustments }) => adjustments.decay))).toBeLessThan(0.6)
    const fused = await recall('paper cup folds', '--fusion', 'rrf', '-n', '1')
    expect(fused.results.map(({ fusedScore }) => fusedScore)).toEqual([expect.closeTo(1 / 61, 12)])
    for (const [flags, message] of [
      [['--filter', '{"force":{"$less":1}}'], 'FILTER_UNKNOWN_OPERATOR'],
      [['--fusion', 'best'], 'rrf'],
    ] as const) {
      const { exitCode, stderr } = await run('recall', 'cup', ...flags)
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
    }
  })

  it('C16: stores nothing twice unless it is told to, and says what is there already', async () => {
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

  it('C4: puts a record in the place of another one, which is recalled only if that is asked for', async () => {
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

  it('forgets records, and says which it does not know', async () => {
    const { remember, run, contents } = recordWorkspace()
    const id = await remember('The safe opens with 4711.')
    const { exitCode, stdout } = await run('forget', id, 'nothing', '--json')
    const answer: unknown = JSON.parse(stdout)
    expect(schemaErrors('forget', answer)).toEqual([])
    expect([exitCode, answer]).toEqual([1, { forgotten: [id], unknown: ['nothing'] }])
    expect(await contents('safe')).toEqual([])
  })

  it('shows nothing of a record that a terminal would obey', async () => {
    const { remember, run } = recordWorkspace()
    const about = ['--summary', 'A\u001b[2Jlert', '--collection', 'a', '--tag', '\u202eb']
    await remember('Red \u001b[31malert\u0007', ...about)
    for (const more of [[], ['--explain'], ['--json']]) {
      const { stdout } = await run('recall', 'Red', '--threshold', '0', '--provider', 'none', ...more)
      expect(stdout).toContain('31m')
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/u)
    }
  })

  it('reads what is to be remembered from standard input', async () => {
    const { database, contents } = recordWorkspace()
    const { io, talked } = recordingIo({ input: Readable.from(['The door\n', 'opens inwards. ', '→\n']) })
    const exitCode = await main(['remember', '-', '--db', database, '--provider', 'none'], io)
    expect([exitCode, talked()]).toEqual([0, ''])
    expect(await contents('door')).toEqual(['The door\nopens inwards. →'])
  })

  it('explains how a score came about', async () => {
    const { run } = await imported([
      { content: 'A dry cup holds at 9 newtons.', context: { params: { force: { value: 9 } } } },
    ])
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

  it('C10: shows task, robot, parameters and position to people', async () => {
    const { run, recall } = await imported([
      {
        content: 'Push slowly.',
        context: {
          params: { force: { value: 12.5, unit: 'N' }, tries: 3, grip: { kind: 'soft' } },
          spatial: { position: [1, 2, 0.5], frame: 'map' },
          robot: { id: 'arm-01\u0007' },
          task: { name: 'push', success: true },
        },
      },
      { content: 'Wait.', context: { task: 7, spatial: { position: ['x'] }, other: 1 } },
    ])
    const { stdout } = await run('recall', 'push', '--threshold', '0', ...words)
    for (const part of ['"force":{"value":12.5', '"position":[1,2,0.5]', '"arm-01', '"name":"push"'])
      expect(stdout.replaceAll(/\s/gu, '')).toContain(part)
    expect(stdout).not.toContain('\u0007')
    const malformed = await run('recall', 'wait', '--threshold', '0', ...words)
    expect(malformed.stdout.trim().split('\n').length).toBe(5)
    const { results } = await recall('push', '--filter', '{"robot":{"$exists":true}}')
    expect(results[0]?.record.context).toMatchObject({
      params: { force: { value: 12.5 } },
      robot: {},
      task: {},
    })
  })

  it('C14: counts what it returned, and what it was told again', async () => {
    const { run, recall, remember } = recordWorkspace()
    await remember('The heron limps.')
    await recall('heron')
    await recall('limps')
    await remember('The heron limps.')
    const [line = ''] = (await run('export')).stdout.trim().split('\n').slice(-1)
    expect(JSON.parse(line)).toMatchObject({ returnCount: 2, accessCount: 1 })
  })

  it('C17: remembers while the index is damaged, says what to do, and recalls it all once that is done', async () => {
    const { run, recall, remember, contents, folder } = recordWorkspace()
    await remember('The heron limps.')
    const index = join(folder, 'index.sqlite')
    const damaged = readFileSync(index).fill(0, 0, 100)
    writeFileSync(index, damaged)
    const told = await run('remember', 'The stork sleeps.', ...words)
    expect([told.exitCode, told.stderr]).toEqual([
      0,
      expect.stringMatching(/^index: .*recallite doctor --repair/),
    ])
    const refused = await run('recall', 'stork sleeps', ...words)
    expect([refused.exitCode, refused.stderr]).toEqual([
      6,
      expect.stringMatching(/recallite doctor --repair/),
    ])
    expect(readFileSync(index).equals(damaged)).toBe(true)
    await run('doctor', '--repair', ...words)
    const whole = await recall('heron')
    expect(whole.degraded.filter(({ retriever }) => retriever === 'index')).toEqual([])
    expect(await contents('heron')).toEqual(['The heron limps.'])
    expect(await contents('stork')).toEqual(['The stork sleeps.'])
  })
})

describe('recall with a model of an Ollama server', () => {
  it('C5: embeds records, and answers by words when the server is gone, with the reason', async () => {
    const { server } = await playProvider('ollama')
    const { runJson, start } = providerWorkspace({}, variablesFor('ollama', server.url))
    const model = ['--provider', 'ollama']
    const told = await runJson('remember', 'The heron limps over the bank.', ...model)
    expect([schemaErrors('remember', told), told]).toEqual([[], expect.objectContaining({ degraded: [] })])
    const found = await runJson('recall', 'The heron limps over the bank.', ...model)
    expect(schemaErrors('recall', found)).toEqual([])
    expect(found).toMatchObject({
      mode: 'hybrid',
      provider: 'ollama',
      model: 'nomic-embed-text',
      degraded: [],
      results: [{ score: 1, confidenceInputs: { cosine: expect.closeTo(1, 3) } }],
    })
    const gone = await start(['recall', 'heron', '--json', '--threshold', '0', ...model], {
      OLLAMA_HOST: 'http://127.0.0.1:9',
    })
    const answer: unknown = JSON.parse(gone.stdout)
    expect([gone.exitCode, schemaErrors('recall', answer)]).toEqual([0, []])
    expect(answer).toMatchObject({
      mode: 'keyword',
      degraded: [{ retriever: 'vector', reason: expect.stringMatching(/./u) }],
      results: [{ score: 1 }],
    })
  })
})
