import { RerankError, type Reranker, type RerankRequest } from '@recallite/rerankers'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import type { MemoryOptions } from '../memory.js'
import type { RerankerBackend } from '../rerank/reranker.js'
import { rerankedConfidence } from './stages/order-by-scores.js'

const notes = {
  'budget.md': 'The car was paid from the car budget of the car pool.',
  'tyres.md': 'Winter tyres of the car are in the cellar, behind the bicycles.',
  'key.md': 'The key of the car hangs beside the door.',
  'boat.md': 'The boat has an engine that no car has.',
}

/** Scores texts with the word highest, and records its requests. */
function preferring(word: string, rerank?: (request: RerankRequest) => Promise<number[]>) {
  const requests: RerankRequest[] = []
  let disposals = 0
  const reranker: Reranker = {
    specificationVersion: 'v1',
    identity: { provider: 'test', model: `prefers-${word}` },
    rerank: async (request) => {
      requests.push(request)
      return rerank ? rerank(request) : request.texts.map((text) => (text.includes(word) ? 0.9 : 0.1))
    },
    dispose: async () => void (disposals += 1),
  }
  return { reranker, requests, disposals: () => disposals }
}

async function memoryOfNotes(options: Partial<MemoryOptions> = {}, files: Record<string, string> = notes) {
  const { memory } = await indexedMemory(files, {
    openModel: async () => createConceptModel().model,
    ...options,
  })
  return memory
}

/** The paths of the results, best first, and the rest of the answer. */
async function ask(memory: Awaited<ReturnType<typeof memoryOfNotes>>, options: object = {}) {
  const { answer } = await memory.search('car', { threshold: 0, ...options })
  return { ...answer, paths: answer.results.map(({ path }) => path) }
}

const backendTo = (reranker: Reranker, more: Partial<RerankerBackend> = {}): RerankerBackend => ({
  ...reranker.identity,
  host: null,
  open: async () => reranker,
  ...more,
})

describe('a search with a reranker', () => {
  it('orders the results by its scores, which are reported and determine the confidence', async () => {
    const { reranker, requests } = preferring('cellar')
    const memory = await memoryOfNotes({ reranker })
    const before = await ask(memory, { rerank: false })
    const { paths, results, explanation, degraded } = await ask(memory)
    expect(before.paths.indexOf('tyres.md')).toBeGreaterThan(0)
    expect(paths).toEqual(['tyres.md', ...before.paths.filter((path) => path !== 'tyres.md')])
    expect(requests).toHaveLength(1)
    expect(requests[0]?.query).toBe('car')
    expect(requests[0]?.texts).toHaveLength(4)
    for (const { rerankScore = Number.NaN, rankBeforeRerank, confidence, ...result } of results) {
      const unranked = before.results.find(({ id }) => id === result.id)
      expect(rerankScore).toBe(result.path === 'tyres.md' ? 0.9 : 0.1)
      expect(rankBeforeRerank).toBe(before.paths.indexOf(result.path) + 1)
      expect(confidence).toBe(rerankedConfidence(rerankScore, unranked?.confidence ?? Number.NaN))
      expect(result.fusedScore).toBe(unranked?.fusedScore)
    }
    const stage = explanation.stages.find((each) => each.stage === 'rerank')
    expect(stage?.did).toBe('4 of 4 items scored by test/prefers-cellar')
    expect(degraded).toEqual([])
  })

  it('does not run the stage without a reranker, or if it is switched off', async () => {
    const { reranker, requests } = preferring('cellar')
    const plain = await ask(await memoryOfNotes())
    const off = await ask(await memoryOfNotes({ reranker }), { rerank: false })
    for (const { explanation, results } of [plain, off]) {
      expect(explanation.stages.map(({ stage }) => stage)).not.toContain('rerank')
      expect(results[0]).not.toHaveProperty('rerankScore')
    }
    expect(requests).toEqual([])
  })

  it('leaves the other results after the first ones', async () => {
    const memory = await memoryOfNotes({ reranker: preferring('cellar').reranker })
    const before = await ask(memory, { rerank: false })
    const { paths, results } = await ask(memory, { rerankCandidates: 2 })
    expect(paths.slice(2)).toEqual(before.paths.slice(2))
    expect(results.map(({ rerankScore }) => rerankScore === undefined)).toEqual([false, false, true, true])
  })

  it('abstains if all scores of the reranker are low', async () => {
    const memory = await memoryOfNotes({
      reranker: preferring('nowhere', async ({ texts }) => texts.map(() => 0)).reranker,
    })
    const { answer } = await memory.search('car', { threshold: 0.25 })
    expect(answer).toMatchObject({ abstained: true, heldBack: 4, results: [] })
  })
})

describe('a reranker that fails', () => {
  const never = () => new Promise<number[]>(() => {})

  it.each<[string, () => Promise<number[]>, RegExp]>([
    ['rejects', () => Promise.reject(new RerankError('RERANK_REQUEST_FAILED', 'It broke.')), /It broke/],
    ['is late', never, /scored nothing within 200 ms \(increase rerank.deadline\)/],
    ['loses a score', async () => [0.5], /4 texts with 1 scores/],
    ['answers NaN', async () => [0.1, 0.2, Number.NaN, 0.4], /text 2 with the score NaN/],
  ])('because it %s does not change the order, and reports the reason', async (_, rerank, reason) => {
    const memory = await memoryOfNotes({ reranker: preferring('cellar', rerank).reranker })
    const before = await ask(memory, { rerank: false })
    const { paths, results, degraded, explanation } = await ask(memory, { rerankDeadline: 200 })
    expect(paths).toEqual(before.paths)
    expect(results[0]?.confidence).toBe(before.results[0]?.confidence)
    expect(degraded).toEqual([{ retriever: 'reranker', reason: expect.stringMatching(reason) }])
    expect(explanation.stages.find(({ stage }) => stage === 'rerank')?.did).toContain('order unchanged')
  })

  it('reports that it did not load in time', async () => {
    const reranker = backendTo(preferring('x').reranker, { open: () => new Promise(() => {}) })
    const { memory } = await indexedMemory(notes, { reranker, queryDeadline: 100 })
    const { answer } = await memory.search('car')
    expect(answer.degraded).toContainEqual({
      retriever: 'reranker',
      reason: expect.stringContaining('did not load within 100 ms'),
    })
    expect(answer.results).not.toEqual([])
  })

  it('is not called for a while after three failures', async () => {
    let now = Date.parse('2026-05-05')
    const failing = async () => Promise.reject(new RerankError('RERANK_REQUEST_FAILED', 'It broke.'))
    const { reranker, requests } = preferring('cellar', failing)
    const memory = await memoryOfNotes({ reranker, now: () => now })
    for (let turn = 0; turn < 5; turn += 1) await ask(memory)
    expect(requests).toHaveLength(3)
    const { degraded } = await ask(memory)
    expect(degraded).toEqual([{ retriever: 'reranker', reason: 'It broke (next attempt in 30 s)' }])
    expect((await memory.status()).reranker).toMatchObject({ reason: 'It broke (next attempt in 30 s)' })
    now += 31_000
    await ask(memory)
    expect(requests).toHaveLength(4)
  })

  it('rejects an aborted search with its reason, and receives the signal', async () => {
    const controller = new AbortController()
    const reason = new RangeError('enough')
    const { reranker, requests } = preferring('cellar', never)
    const memory = await memoryOfNotes({ reranker })
    const search = memory.search('car', { signal: controller.signal })
    await expect.poll(() => requests.length).toBe(1)
    controller.abort(reason)
    await expect(search).rejects.toBe(reason)
    expect(requests[0]?.signal?.aborted).toBe(true)
  })
})

describe('texts that look like secrets', () => {
  const files = { ...notes, 'access.md': `The car portal wants the token ghp_${'a1B2c3D4e5'.repeat(3)}.` }

  it('are not sent to another machine, and keep their rank', async () => {
    const { reranker, requests } = preferring('cellar')
    const remote = backendTo(reranker, { host: 'api.example.com' })
    const memory = await memoryOfNotes({ reranker: remote }, files)
    const before = await ask(memory, { rerank: false })
    const { paths, explanation } = await ask(memory)
    expect(requests[0]?.texts.join()).not.toContain('ghp_')
    expect(requests[0]?.texts).toHaveLength(4)
    expect(paths.indexOf('access.md')).toBe(before.paths.indexOf('access.md'))
    const did = explanation.stages.find(({ stage }) => stage === 'rerank')?.did
    expect(did).toBe('4 of 5 items scored by test/prefers-cellar, 1 not sent because they look like secrets')
  })
})

describe('the model of a reranker', () => {
  it('is opened by the first search, and closed with the memory', async () => {
    const { reranker, disposals } = preferring('cellar')
    let opened = 0
    const open = async () => {
      opened += 1
      return reranker
    }
    const memory = await memoryOfNotes({ reranker: backendTo(reranker, { open }) })
    expect((await memory.status()).reranker).toEqual({
      provider: 'test',
      model: 'prefers-cellar',
      host: null,
      reason: null,
    })
    expect(opened).toBe(0)
    await ask(memory)
    await ask(memory)
    expect([opened, disposals()]).toEqual([1, 0])
    await memory.close()
    expect(disposals()).toBe(1)
  })

  it('is loaded by warming up, which reports failures', async () => {
    const failing = async () => Promise.reject(new RerankError('RERANKER_UNAVAILABLE', 'There is no file.'))
    const { reranker, requests } = preferring('cellar')
    const works = await (await memoryOfNotes({ reranker })).warmUp()
    expect([works.degraded, requests.length]).toEqual([[], 1])
    const { degraded } = await (
      await memoryOfNotes({ reranker: backendTo(reranker, { open: failing }) })
    ).warmUp()
    expect(degraded).toEqual([{ retriever: 'reranker', reason: 'There is no file.' }])
  })

  it('is closed when idle, and opened by the next search', async () => {
    const { reranker, disposals } = preferring('cellar')
    const memory = await memoryOfNotes({ reranker: backendTo(reranker), modelIdle: 20 })
    await ask(memory)
    await expect.poll(disposals).toBe(1)
    expect((await ask(memory)).results[0]?.rerankScore).toBe(0.9)
  })
})
