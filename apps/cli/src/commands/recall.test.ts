import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordWorkspace } from '../__fixtures__/record-workspace.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { playProvider } from '../embedding/__fixtures__/played-provider.js'
import { providerWorkspace, variablesFor } from '../embedding/__fixtures__/provider-workspace.js'

const words = ['--provider', 'none']

/** Records from a file, which needs fewer processes. */
async function imported(records: readonly object[]) {
  const here = recordWorkspace()
  const file = join(here.folder, 'records.jsonl')
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const { exitCode, stderr } = await here.run('import', file, ...words)
  expect([exitCode, stderr]).toEqual([0, ''])
  return here
}

const [wet, dry, paper] = ['A wet cup slips.', 'A dry cup holds well.', 'A paper cup folds.'] as const

const cups = () =>
  imported([
    { content: wet, confidence: 0.3, context: { force: 12, spatial: { position: [3, 4] } } },
    { content: dry, context: { force: 9, at: [0, 1] } },
    { content: paper, tags: ['kitchen/tea'], createdAt: '2020-01-01', context: { force: '4' } },
  ])

describe('recall', () => {
  it('C2: reaches a limit of 100 with a filter and with a position', async () => {
    const { recall } = await imported(
      Array.from({ length: 240 }, (_, number) => ({
        content: `The door number ${number} was opened.`,
        context: { even: number % 2 === 0, spatial: { position: [number, 0] } },
      })),
    )
    const narrowed = ['door opened', '-n', '100', '--filter', '{"even":true}']
    expect((await recall(...narrowed)).results).toHaveLength(100)
    const { results } = await recall(...narrowed, '--near', '1000,0')
    const distances = Array.from({ length: 100 }, (_, index) => 762 + 2 * index)
    expect(results.map(({ adjustments }) => adjustments.distance)).toEqual(distances)
  })

  it('C3: finds Chinese, Japanese and Korean by words, and does not treat words as operators', async () => {
    const told = ['数据库迁移之前必须先备份。', 'コップをつかむ。', '로봇은 컵을 잡는다.', wet]
    const { contents } = await imported(told.map((content) => ({ content })))
    for (const [index, query] of ['数据库迁移', 'コップ', '로봇', 'wet NEAR(', '"wet', 'NOT (wet*'].entries())
      expect([query, await contents(query)]).toEqual([query, [told[Math.min(index, 3)]]])
  })

  it('C6: uses the given fusion, with the same scores in each mode', async () => {
    const { recall, run } = await cups()
    for (const mode of ['hybrid', 'keyword']) {
      const { results } = await recall('paper cup folds', '--fusion', 'rrf', '-n', '1', '--mode', mode)
      expect(results).toMatchObject([{ fusedScore: expect.closeTo(1 / 61, 12), score: 1 }])
    }
    expect((await recall('cup', '--mode', 'vector')).results).toEqual([])
    const unknown = await run('recall', 'cup', '--fusion', 'best')
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('rrf')])
  })

  it('C13: gives the best record a score of 1, even if it is not first', async () => {
    const { recall } = await cups()
    const { results } = await recall('paper cup folds', '--near', '0,0')
    expect(results.map(({ record, score }) => [record.content, score === 1])).toEqual([
      [wet, false],
      [paper, true],
      [dry, false],
    ])
  })

  it('C7: raises records that match a boost', async () => {
    const { recall } = await cups()
    for (const [force, content] of [
      ['9', dry],
      ['"4"', paper],
    ] as const) {
      const { results } = await recall('cup', '--boost', `{"force":${force}}`, '--boost-factor', '2')
      expect(results[0]).toMatchObject({ record: { content }, adjustments: { boost: 2 } })
      expect(results[1]).toMatchObject({ adjustments: { boost: 1 } })
    }
  })

  it('C15: lowers old records with a half-life', async () => {
    const { recall } = await cups()
    const decays = async (...flags: string[]) =>
      Object.fromEntries(
        (await recall('cup', ...flags)).results.map(({ record, adjustments }) => [
          record.content,
          adjustments.decay,
        ]),
      )
    const sunk = await decays('--half-life', '30')
    expect(sunk[dry]).toBeCloseTo(1, 2)
    expect(sunk[paper]).toBeLessThan(0.6)
    expect(await decays()).toEqual({ [wet]: 1, [dry]: 1, [paper]: 1 })
  })

  it('C8: respects a minimum confidence', async () => {
    const { contents } = await cups()
    expect((await contents('cup', '--min-confidence', '0.5')).toSorted()).toEqual([dry, paper])
  })

  it('C12: orders by distance, with records without coordinates last or omitted', async () => {
    const { contents } = await cups()
    expect((await contents('cup', '--near', '0,0'))[0]).toBe(wet)
    expect(await contents('cup', '--near', '0,0', '--max-distance', '5')).toEqual([wet])
    const elsewhere = ['--near', '0,0', '--near-field', 'at']
    expect((await contents('cup', ...elsewhere))[0]).toBe(dry)
    expect(await contents('cup', ...elsewhere, '--max-distance', '1')).toEqual([dry])
  })

  it('C11: filters by context, and by tags', async () => {
    const { contents, run } = await cups()
    for (const [flags, ...expected] of [
      [['--tag', 'kitchen'], paper],
      [['--filter', '{"force":{"$gte":5}}'], dry, wet],
      // Another type does not match.
      [['--filter', '{"force":{"$lt":10}}'], dry],
      [['--filter', '{"spatial":{"$exists":false}}'], dry, paper],
      [['--filter', '{"$or":[{"force":"4"},{"force":12}]}'], paper, wet],
    ] as const)
      expect([flags, ...(await contents('cup', ...flags)).toSorted()]).toEqual([flags, ...expected])
    const { exitCode, stderr } = await run('recall', 'cup', '--filter', '{"force":{"$less":1}}')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('FILTER_UNKNOWN_OPERATOR')])
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

  it('C14: counts recalls and repeated facts', async () => {
    const { run, recall, remember } = recordWorkspace()
    await remember('The heron limps.')
    await recall('heron')
    await recall('limps')
    await remember('The heron limps.')
    const [line = ''] = (await run('export')).stdout.trim().split('\n').slice(-1)
    expect(JSON.parse(line)).toMatchObject({ returnCount: 2, accessCount: 1 })
  })

  it('C17: remembers while the index is damaged, says what to do, and recalls everything after the repair', async () => {
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
  it('C5: embeds records, and uses keyword search with the reason when the server is gone', async () => {
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
