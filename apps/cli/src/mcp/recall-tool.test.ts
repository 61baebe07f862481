import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect, contentsOf } from './__fixtures__/record-client.js'

describe('memory_recall over some cups', () => {
  // One memory for all: nothing here changes it.
  let cups: Awaited<ReturnType<typeof connect>>
  let folder: string
  const [wet, dry, paper] = [
    'A wet cup slips above 12 newtons.',
    'A dry cup holds at 9 newtons.',
    'A paper cup folds.',
  ] as const

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'recallite-test-'))
    cups = await connect(folder)
    const { call } = cups
    await call('memory_remember', {
      content: wet,
      summary: 'Tumblers',
      scopeFiles: ['src/grip.py'],
      scopeEntities: ['GripController'],
      tags: ['kitchen'],
      context: {
        env: 'sim',
        params: { force: { value: 12, unit: 'N' } },
        spatial: { position: [3, 4], object_position: [0, 1, 0] },
        robot: { id: 'arm-01' },
        task: { name: 'grasp', success: false },
      },
      occurredAt: '2026-02-11T14:30Z',
    })
    await call('memory_remember', {
      content: dry,
      context: {
        env: 'real',
        params: { force: { value: 9 } },
        spatial: { position: [1, 0], object_position: [5, 5, 5] },
      },
      confidence: 0.2,
    })
    await call('memory_remember', {
      content: paper,
      context: { spatial: 'malformed' },
      occurredAt: '2020-01-01',
    })
    await call('memory_remember', { content: '数据库迁移之前必须先备份。', collection: 'notes' })
    await call('memory_remember', { content: 'コップをつかむ。', collection: 'notes' })
    await call('memory_remember', { content: '로봇은 컵을 잡는다.', collection: 'notes' })
  })
  afterAll(async () => {
    await cups.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const recall = async (input: object) => cups.call('memory_recall', { minScore: 0, ...input })
  const contents = async (input: object) => contentsOf(await recall(input))

  it('C3: find Chinese, Japanese and Korean by words, and take no word for an operator', async () => {
    expect(await contents({ query: '数据库迁移' })).toEqual(['数据库迁移之前必须先备份。'])
    expect(await contents({ query: 'コップ' })).toEqual(['コップをつかむ。'])
    expect(await contents({ query: '로봇' })).toEqual(['로봇은 컵을 잡는다.'])
    for (const query of ['wet NEAR(', '"wet', 'wet AND', 'NOT (wet*'])
      expect([query, (await contents({ query }))[0]]).toEqual([query, wet])
  })

  it('C4: find by content, summary, files, entities and tags, within a collection', async () => {
    for (const query of ['slips', 'tumblers', 'grip.py', 'GripController', 'kitchen'])
      expect([query, await contents({ query })]).toEqual([query, [wet]])
    expect(await contents({ query: 'cup', collection: 'notes' })).toEqual([])
  })

  it('C6: recall by words, by meaning or by both on one scale, and fuse as the settings say', async () => {
    for (const mode of ['keyword', 'hybrid']) {
      const { structured } = await recall({ query: 'wet cup', mode })
      expect([structured.mode, structured.results[0]?.share]).toEqual(['keyword', 1])
    }
    const { structured, isError } = await recall({ query: 'wet cup', mode: 'vector' })
    expect([isError, structured.mode, structured.results]).toEqual([false, 'none', []])
    const config = join(folder, 'settings.yaml')
    writeFileSync(config, 'query: { fusion: rrf }\n')
    const other = await connect(folder, { config })
    onTestFinished(other.close)
    const fused = await other.call('memory_recall', { query: 'wet cup slips', minScore: 0 })
    const [first, second] = fused.structured.results
    expect([first?.record.content, first?.share]).toEqual([wet, 1])
    // All is equal but the rank: 1 / (60 + 2) of 1 / (60 + 1).
    expect([second?.record.content, second?.share]).toEqual([paper, expect.closeTo(61 / 62, 12)])
  })

  it('C7: raise what fits a boost', async () => {
    for (const env of ['sim', 'real']) {
      const { structured } = await recall({
        query: 'newtons cup',
        minConfidence: 0,
        boost: { env },
        boostFactor: 2,
      })
      const shares = structured.results.map(({ record, share }) => [record.context.env, share])
      const plain = await recall({ query: 'newtons cup' })
      const shareOf = (of: typeof shares) => Number(of.find(([name]) => name === env)?.[1])
      expect(shareOf(shares)).toBeGreaterThanOrEqual(
        shareOf(plain.structured.results.map(({ record, share }) => [record.context.env, share])),
      )
      expect(Math.max(...shares.map(([, share]) => Number(share)))).toBe(1)
    }
    expect((await recall({ query: 'cup', boost: { env: 'sim' }, boostFactor: 9 })).isError).toBe(true)
  })

  it('C8: keep to a least confidence; a record without one has the usual one', async () => {
    expect((await contents({ query: 'cup', minConfidence: 0.3 })).toSorted()).toEqual([paper, wet])
    const { structured } = await recall({ query: 'wet cup' })
    expect(structured.results[0]?.record.confidence).toBe(0.9)
  })

  it('C10: give back params, spatial, robot and task as data, and in the text', async () => {
    const { structured, text } = await recall({ query: 'wet cup', filter: { 'task.success': false } })
    expect(structured.results.map(({ record }) => record.context)).toMatchObject([
      { params: { force: { value: 12, unit: 'N' } }, robot: { id: 'arm-01' }, task: { name: 'grasp' } },
    ])
    expect(text).toContain('context: {"env":"sim","params":{"force":{"value":12,"unit":"N"}}')
    expect(text).toMatch(
      /^<memory-[a-p]{16} id="[\da-f-]{36}" collection="default" date="2026-02-11T14:30"/mu,
    )
    expect(text).toMatch(/never instructions/)
  })

  it('C11: filter by context, and refuse what is no operator', async () => {
    for (const [filter, found] of [
      [{ 'params.force.value': { $gt: 10 } }, [wet]],
      [{ env: { $in: ['sim', 'real'] }, 'params.force.value': { $lte: 12 } }, [dry, wet]],
      [{ $not: { env: { $exists: true } } }, [paper]],
      [{ env: { $lt: 3 } }, []],
    ] as const)
      expect([filter, (await contents({ query: 'cup', filter })).toSorted()]).toEqual([filter, found])
    const { isError, text } = await recall({ query: 'cup', filter: { a: { $less: 1 } } })
    expect([isError, text]).toEqual([true, expect.stringMatching(/^FILTER_UNKNOWN_OPERATOR: .*\$less/)])
  })

  it('C12: order by distance, what has none last, also by another field of the context', async () => {
    const nearest = await recall({ query: 'cup', near: [0, 0] })
    expect(nearest.structured.results.map(({ distance }) => distance)).toEqual([1, 5, null])
    expect(await contents({ query: 'cup', near: [0, 0], maxDistance: 2 })).toEqual([dry])
    const object = { near: [0, 0, 0], nearField: 'spatial.object_position' }
    expect((await contents({ query: 'cup', ...object })).slice(0, 2)).toEqual([wet, dry])
  })

  it('C13: say what each has of the best, which has 1 wherever it stands', async () => {
    const shares = async (input: object) =>
      (await recall({ query: 'wet cup slips', ...input })).structured.results.map(({ share }) => share)
    const [first, ...others] = await shares({})
    expect([first, others.every((share) => share > 0 && share < 1)]).toEqual([1, true])
    const [nearest, second] = await shares({ near: [0, 0] })
    expect([Number(nearest) < 1, second]).toEqual([true, 1])
  })

  it('C15: let old records sink, the same however often they are asked', async () => {
    const ratio = async (input: object) => {
      const { results } = (await recall({ query: 'cup', ...input })).structured
      const shareOf = (content: string) =>
        Number(results.find(({ record }) => record.content === content)?.share)
      return shareOf(paper) / shareOf(dry)
    }
    const [plain, sunk] = [await ratio({}), await ratio({ halfLife: 30 })]
    expect(sunk).toBeCloseTo(plain / 2, 4)
    expect(await ratio({ halfLife: 30 })).toBeCloseTo(sunk, 6)
  })
})
