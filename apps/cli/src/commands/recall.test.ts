import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordWorkspace } from '../__fixtures__/record-workspace.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { playProvider } from '../embedding/__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from '../embedding/__fixtures__/provider-workspace.js'

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

describe('recall', () => {
  it('C2: reaches a limit of 100 with a filter and with a position', async () => {
    const { recall } = await imported(
      Array.from({ length: 240 }, (_, number) => ({
        content: `The door number ${number} was opened.`,
        context: { even: number % 2 === 0, spatial: { position: [number, 0] } },
      })),
    )
    const even = await recall('door opened', '-n', '100', '--filter', '{"even":true}')
    expect(even.results.filter(({ record }) => 'even' in record.context)).toHaveLength(100)
    const near = ['--near', '1000,0', '--filter', '{"even":true}']
    const { results } = await recall('door opened', '-n', '100', ...near)
    expect(results.map(({ adjustments }) => adjustments.distance)).toEqual(
      Array.from({ length: 100 }, (_, index) => 762 + 2 * index),
    )
  })

  it('C3: finds Chinese, Japanese and Korean by words, and takes no word for an operator', async () => {
    const { contents } = await imported([
      { content: '数据库迁移之前必须先备份。' },
      { content: 'コップをつかむ。' },
      { content: '로봇은 컵을 잡는다.' },
      { content: 'Wet cups slip.' },
    ])
    expect(await contents('数据库迁移')).toEqual(['数据库迁移之前必须先备份。'])
    expect(await contents('コップ')).toEqual(['コップをつかむ。'])
    expect(await contents('로봇')).toEqual(['로봇은 컵을 잡는다.'])
    for (const query of ['wet NEAR(', '"wet', 'wet AND', 'NOT (wet*'])
      expect([query, await contents(query)]).toEqual([query, ['Wet cups slip.']])
  })

  it('C6: fuses as it is told, and the best record has a score of 1 in each mode', async () => {
    const { recall, folder, run } = await imported([
      { content: 'Login tokens expire after 900 seconds.' },
      { content: 'A login fails without tokens or cookies in the browser of a guest.' },
    ])
    const fused = await recall('login tokens expire', '--fusion', 'rrf')
    expect(fused.results.map(({ fusedScore }) => fusedScore)).toEqual([
      expect.closeTo(1 / 61, 12),
      expect.closeTo(1 / 62, 12),
    ])
    const keyword = await recall('login tokens expire', '--fusion', 'rrf', '--mode', 'keyword')
    expect([keyword.mode, keyword.results.map(({ score }) => score)]).toEqual([
      'keyword',
      fused.results.map(({ score }) => score),
    ])
    expect(fused.results[0]?.score).toBe(1)
    const vector = await recall('login', '--mode', 'vector')
    expect([vector.mode, vector.results]).toEqual(['none', []])
    writeFileSync(join(folder, '.recallite.yaml'), 'query: { fusion: rrf }\n')
    const bySetting = await recall('login tokens expire')
    expect(bySetting.results.map(({ fusedScore }) => fusedScore)).toEqual(
      fused.results.map(({ fusedScore }) => fusedScore),
    )
    const unknown = await run('recall', 'login', '--fusion', 'best')
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('rrf')])
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

  it('C12: orders by coordinates that the context has elsewhere', async () => {
    const { contents } = await imported([
      { content: 'A cup far away.', context: { spatial: { object_position: [9, 9, 9] } } },
      { content: 'A cup near by.', context: { spatial: { object_position: [1.3, 0.7, 0.42] } } },
    ])
    const near = ['--near', '1.3,0.7,0.4', '--near-field', 'spatial.object_position']
    expect(await contents('cup', ...near)).toEqual(['A cup near by.', 'A cup far away.'])
    expect(await contents('cup', ...near, '--max-distance', '1')).toEqual(['A cup near by.'])
  })

  it('C13: gives the best record a score of 1, also where it is not the first', async () => {
    const { recall } = await imported([
      { content: 'The pump leaks.', confidence: 0.3, context: { spatial: { position: [0, 0] } } },
      { content: 'The pump leaks at the valve.', context: { env: 'real', spatial: { position: [9, 0] } } },
    ])
    const best = await recall('pump leaks valve', '--boost', '{"env":"real"}')
    const [first, second = 1] = best.results.map(({ score }) => score)
    expect([first, second > 0 && second < 1]).toEqual([1, true])
    const near = await recall('pump leaks valve', '--near', '0,0')
    expect(near.results.map(({ score }) => score === 1)).toEqual([false, true])
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
