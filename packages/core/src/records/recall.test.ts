import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { contentsOf, openRecordMemory } from './__fixtures__/open-record-memory.js'

const day = 86_400_000
const modes = ['hybrid', 'keyword', 'vector'] as const

const gone = { ...createConceptModel().model, embed: () => Promise.reject(new Error('the model is gone')) }

describe('recall', () => {
  it('C2: a large limit is reached with a filter, with a position and with both', async () => {
    const { memory, records } = await openRecordMemory({ models: [createConceptModel().model] })
    await records.put(
      Array.from({ length: 360 }, (_, number) => ({
        content: `The door number ${number} was opened.`,
        context: { even: number % 2 === 0, spatial: { position: [number, 0] } },
      })),
    )
    const filter = { even: true }
    // 210 records are near enough, and match the words no better than the others.
    const spatial = { position: [1000, 0], maxDistance: 850 }
    for (const [options, numbers] of [
      [{ filter }, undefined],
      [{ spatial }, Array.from({ length: 100 }, (_, index) => 359 - index)],
      [{ spatial, filter }, Array.from({ length: 100 }, (_, index) => 358 - 2 * index)],
    ] as const) {
      for (const mode of modes) {
        const { results } = await memory.recall('door opened', { ...options, mode, limit: 100, threshold: 0 })
        expect([mode, results.length]).toEqual([mode, 100])
        const found = results.map(({ record }) => Number(/\d+/.exec(record.content)?.[0]))
        expect([mode, found]).toEqual([mode, numbers ?? found.filter((number) => number % 2 === 0)])
      }
    }
  })

  it('C3: finds Chinese, Japanese and Korean by words, and reads the query only as words', async () => {
    const { memory } = await openRecordMemory()
    const texts = {
      数据库迁移: '数据库迁移之前必须先备份。',
      コップ: 'コップをゆっくりつかむと落ちない。',
      ゆっくり: 'コップをゆっくりつかむと落ちない。',
      로봇: '로봇은 컵을 천천히 잡는다.',
      수집: '창고에서 데이터를 수집했다.',
    }
    for (const content of new Set(Object.values(texts))) await memory.remember(content)
    await memory.remember('Wet cups slip. Vitamin C is in the box NEAR the door.')
    for (const [query, content] of Object.entries(texts)) {
      const answer = await memory.recall(query, { mode: 'keyword', threshold: 0 })
      expect([query, contentsOf(answer)]).toEqual([query, [content]])
    }
    const odd = [
      'NEAR(wet, cups)',
      'wet AND',
      'OR cups NOT',
      '"wet',
      'cups*^',
      'content:wet',
      "wet') --",
      'a wet ☃',
    ]
    for (const query of odd) {
      const answer = await memory.recall(query, { mode: 'keyword', threshold: 0 })
      expect([query, answer.degraded, contentsOf(answer)[0]]).toEqual([
        query,
        answer.degraded.filter(({ retriever }) => retriever === 'vector'),
        expect.stringContaining('Wet cups'),
      ])
    }
    // A single letter counts if it is the whole query.
    expect(contentsOf(await memory.recall('C', { mode: 'keyword', threshold: 0 }))).toEqual([
      expect.stringContaining('Vitamin C'),
    ])
  })

  it('C13: the best record has a score of 1, also if it is not the first', async () => {
    const { memory } = await openRecordMemory()
    await memory.remember('The pump leaks.', { confidence: 0.3, context: { spatial: { position: [0, 0] } } })
    await memory.remember('The pump leaks at the valve of the boiler.', {
      context: { spatial: { position: [9, 0] } },
    })
    await memory.remember('The boiler is red.', { confidence: 1 })
    const scoresOf = async (options: object) => {
      const { results } = await memory.recall('pump leaks valve boiler', { threshold: 0, ...options })
      for (const result of results) {
        const product = ({ fusedScore, adjustments }: typeof result) =>
          fusedScore * adjustments.confidence * adjustments.boost * adjustments.decay
        expect(result.score).toBeCloseTo(product(result) / Math.max(...results.map(product)), 12)
      }
      return results.map(({ score }) => score)
    }
    const plain = await scoresOf({})
    expect([plain.length, plain[0], plain.toSorted((a, b) => b - a)]).toEqual([3, 1, plain])
    const boost = { filter: { spatial: { $exists: true } }, factor: 2 }
    expect(Math.max(...(await scoresOf({ boost })))).toBe(1)
    const [nearest = 1, next] = await scoresOf({ spatial: { position: [0, 0] } })
    expect([nearest < 1, next]).toEqual([true, 1])
  })
})

describe('rrf in a recall', () => {
  /** Two memories of the same records, one of them with a model that fails. */
  async function answersByMode() {
    const answers = new Map<string, Awaited<ReturnType<typeof recallBy>>>()
    const working = await openRecordMemory({ models: [createConceptModel().model] })
    const failing = await openRecordMemory({ models: [gone] })
    const recallBy = (memory: typeof working.memory, mode: (typeof modes)[number]) =>
      memory.recall('login tokens', { fusion: 'rrf', mode, threshold: 0 })
    for (const { records } of [working, failing])
      await records.put([
        { content: 'Login tokens expire after 900 seconds.', confidence: 1 },
        { content: 'The credentials of the login are stored in a vault.', confidence: 1 },
        { content: 'Bananas ripen in the bowl.', confidence: 1 },
      ])
    for (const mode of modes) {
      answers.set(mode, await recallBy(working.memory, mode))
      answers.set(`${mode} without a model`, await recallBy(failing.memory, mode))
    }
    return answers
  }

  it('C6: adds 1 / (60 + rank) of each list, and its scores have one scale in each mode, also without a model', async () => {
    const answers = await answersByMode()
    for (const [mode, { results, explanation }] of answers) {
      expect([mode, explanation?.kinds[0]?.strategy]).toEqual([mode, 'rrf'])
      for (const { fusedScore, contributions } of results) {
        const ranks = contributions.flatMap(({ rank }) => rank ?? [])
        const sum = ranks.reduce((total, rank) => total + 1 / (60 + rank), 0)
        expect([mode, fusedScore]).toEqual([mode, expect.closeTo(sum, 12)])
      }
      expect([mode, results[0]?.score ?? 1]).toEqual([mode, 1])
    }
  })

  it('C13: the best has a score of 1 even if its fused score is 0, because better records are too far away', async () => {
    const { memory } = await openRecordMemory()
    const at = (position: number[]) => ({ context: { spatial: { position } } })
    await memory.remember('The cup stands here, the cup of tea.', at([9, 9]))
    await memory.remember('The long shelf beside the door of the kitchen holds one cup.', at([0, 0]))
    const spatial = { position: [0, 0], maxDistance: 1 }
    const { results } = await memory.recall('cup tea', { fusion: 'relative-score', threshold: 0, spatial })
    expect(results.map(({ score, fusedScore }) => [score, fusedScore])).toEqual([[1, 0]])
  })

  it('C15: lowers old records, by the same amount in repeated recalls', async () => {
    const { memory, clock } = await openRecordMemory()
    await memory.remember('The key hangs in the hall.')
    clock.time += 60 * day
    await memory.remember('The key hangs in the kitchen.', { allowDuplicate: true })
    const ask = () => memory.recall('key hangs', { decay: { halfLife: 30 }, threshold: 0 })
    const first = await ask()
    expect(first.results.map(({ record }) => record.content)).toEqual([
      'The key hangs in the kitchen.',
      'The key hangs in the hall.',
    ])
    expect(first.results.map(({ adjustments }) => adjustments.decay)).toEqual([1, 0.625])
    expect((await ask()).results).toEqual(first.results)
  })

  it('C15: lowers records less if they were recalled in between', async () => {
    const { memory, clock, records } = await openRecordMemory()
    const { record } = await memory.remember('The key hangs in the hall.')
    await memory.remember('The ladder stands in the hall.')
    await records.touch([{ id: record.id, returned: 3, at: clock.time }])
    clock.time += 60 * day
    const { results } = await memory.recall('hall', { decay: { halfLife: 30 }, threshold: 0 })
    const decays = results.map(({ record: { content }, adjustments }) => [content, adjustments.decay])
    // Two half-lives, or two thirds of one after three recalls.
    expect(new Map(decays as [string, number][])).toEqual(
      new Map([
        ['The key hangs in the hall.', expect.closeTo(0.5 + 0.5 * 2 ** (-2 / 3))],
        ['The ladder stands in the hall.', 0.625],
      ]),
    )
  })
})
