import { confidenceOf } from './confidence.js'
import { parseQuery } from '@recallite/keyword'
import { EmbeddingError } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../__fixtures__/test-memory.js'

const notes = {
  'car.md': '# Garage\n\nThe automobile needs new tyres.',
  'health.md': '# Health\n\nThe physician comes on Tuesday.',
  'ledger.md': '# Ledger\n\nFunds are low; JWT_EXPIRY is 900.',
  'sea.md': '# Trip\n\nWe swim in the sea.',
}

async function hybridMemory(options: Parameters<typeof testMemory>[0] = {}) {
  const { model } = createConceptModel()
  const { memory, store } = await indexedMemory(notes, { openModel: async () => model, ...options })
  return { memory, store }
}

const pathsOf = ({ results }: { results: readonly { path: string }[] }) => results.map(({ path }) => path)

describe('search', () => {
  it('finds by vector what shares no word, and by keyword what the model does not know', async () => {
    const { memory } = await hybridMemory()
    const { answer } = await memory.search('vehicle')
    expect(answer.mode).toBe('vector')
    expect(answer.retrievers).toEqual({ keyword: 'empty', vector: 'ok' })
    expect(pathsOf(answer)[0]).toBe('car.md')
    expect(pathsOf((await memory.search('JWT_EXPIRY')).answer)[0]).toBe('ledger.md')
  })

  it('answers by both, names the model, and sums each score from its contributions', async () => {
    const { memory } = await hybridMemory()
    const { answer } = await memory.search('physician on Tuesday', { threshold: 0, time: false })
    expect([answer.mode, answer.provider, answer.model, answer.degraded]).toEqual([
      'hybrid',
      'test',
      'concepts',
      [],
    ])
    expect(answer.explanation).toMatchObject({
      stopWords: ['on'],
      kinds: [{ kind: 'file', strategy: 'calibrated', threshold: { value: 0, on: 'confidence' } }],
    })
    expect(answer.explanation.stages.map(({ stage, did }) => `${stage}: ${did}`)).toEqual([
      expect.stringMatching(/^parse: \d terms, 1 stop word$/),
      expect.stringMatching(/^retrieve: keyword \d candidates?, vector \d candidates?$/),
      expect.stringMatching(/^complete: \d scores? added$/),
      `fuse: ${answer.results.length} items by calibrated`,
      `diversify: ${answer.results.length} items read: 0 merged, 0 held, 0 damaged`,
      'threshold: 0 left out, highest confidence 0.97',
      `present: ${answer.results.length} results`,
    ])
    expect(answer.explanation.kinds[0]?.terms.find(({ term }) => term === 'physician')).toEqual({
      term: 'physician',
      weight: expect.any(Number),
      idf: expect.any(Number),
      isContentTerm: true,
    })
    for (const { fusedScore, confidence, confidenceInputs, contributions } of answer.results) {
      expect(fusedScore).toBeCloseTo(
        contributions.reduce((sum, { value }) => sum + value, 0),
        12,
      )
      for (const { weight, normalized, value } of contributions)
        expect(value).toBe(weight * (normalized ?? 0))
      expect(confidence).toBe(
        confidenceOf(confidenceInputs, answer.explanation.kinds[0]?.cosineScale ?? null),
      )
    }
  })

  it('scores every candidate with both retrievers', async () => {
    const { memory } = await hybridMemory()
    const { answer } = await memory.search('tyres money', { threshold: 0 })
    for (const { contributions } of answer.results) {
      expect(contributions.map(({ source, raw }) => [source, raw !== null])).toEqual([
        ['keyword', true],
        ['vector', true],
      ])
    }
    expect(answer.results.some(({ contributions }) => contributions[0]?.rank === null)).toBe(true)
  })

  it('scores a chunk without a vector by its words', async () => {
    const { model } = createConceptModel()
    const { memory, store, folder } = await indexedMemory(notes, { openModel: async () => model })
    const { memory: wordsOnly } = await testMemory({ store })
    writeNote(folder, 'new.md', 'A brand new zeppelin.')
    await wordsOnly.index([folder])
    const { answer } = await memory.search('zeppelin')
    expect(answer.results[0]?.contributions.find(({ source }) => source === 'vector')).toMatchObject({
      raw: null,
      rank: null,
    })
    expect(answer.degraded).toEqual([{ retriever: 'vector', reason: expect.stringMatching(/no vector yet/) }])
  })

  it('reports in one line that there is no model, and nothing if none is configured', async () => {
    const { store } = await hybridMemory()
    const { memory: lacking } = await testMemory({ store, noModelReason: 'no model here' })
    const first = (await lacking.search('automobile')).answer
    expect([first.mode, first.retrievers.vector]).toEqual(['keyword', 'off'])
    expect(first.degraded).toEqual([{ retriever: 'vector', reason: 'no model here' }])
    const { memory: content } = await testMemory({ store })
    expect((await content.search('automobile')).answer.degraded).toEqual([])
  })

  it('A8: answers by keyword if the model does not open, fails, hangs or returns nonsense', async () => {
    const { store } = await hybridMemory()
    const broken: Record<string, () => Promise<ReturnType<typeof createConceptModel>['model']>> = {
      'cannot be opened': () =>
        Promise.reject(new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'cannot be opened')),
      refused: async () =>
        createConceptModel({ onRequest: () => Promise.reject(new Error('refused')) }).model,
      timeout: async () => createConceptModel({ onRequest: () => new Promise(() => undefined) }).model,
      'a vector of 2 instead of 7 numbers': async () => ({
        ...createConceptModel().model,
        embed: async ({ texts }) => texts.map(() => new Float32Array(2).fill(1)),
      }),
    }
    for (const [reason, openModel] of Object.entries(broken)) {
      const queryDeadline = reason === 'timeout' ? 100 : undefined
      const { memory } = await testMemory({ store, openModel, queryDeadline })
      const { answer } = await memory.search('automobile')
      expect([answer.mode, answer.retrievers]).toEqual(['keyword', { keyword: 'ok', vector: 'failed' }])
      expect(answer.degraded).toEqual([{ retriever: 'vector', reason: expect.stringContaining(reason) }])
      expect(pathsOf(answer)).toEqual(['car.md'])
    }
  })

  it('A8: answers by vector if the keyword index fails, and reports both if both fail', async () => {
    const { model } = createConceptModel()
    const store = await openSqliteStore({ path: ':memory:' })
    const brokenStore = { ...store, findByWords: () => Promise.reject(new Error('fts is gone')) }
    const { memory } = await indexedMemory(notes, { store: brokenStore, openModel: async () => model })
    const { answer } = await memory.search('vehicle')
    expect([answer.mode, answer.degraded]).toEqual([
      'vector',
      [{ retriever: 'keyword', reason: 'fts is gone' }],
    ])
    expect(pathsOf(answer)[0]).toBe('car.md')
    const deaf = { ...brokenStore, findByVector: () => Promise.reject(new Error('vec is gone')) }
    const { memory: neither } = await testMemory({ store: deaf, openModel: async () => model })
    const last = (await neither.search('vehicle')).answer
    expect([last.mode, last.results]).toEqual(['none', []])
    expect(last.degraded.map(({ reason }) => reason)).toEqual(['fts is gone', 'vec is gone'])
  })

  it('A6: switches a retriever with weight 0 off', async () => {
    const { memory } = await hybridMemory()
    const words = (await memory.search('vehicle tyres', { vectorWeight: 0 })).answer
    expect([words.mode, words.retrievers.vector]).toEqual(['keyword', 'off'])
    expect(words.degraded).toEqual([])
    const meaning = (await memory.search('vehicle tyres', { textWeight: 0 })).answer
    expect([meaning.mode, meaning.retrievers.keyword]).toEqual(['vector', 'off'])
  })

  it('B4: does not omit a cosine of 0.40 without keywords, unlike openclaw-2026.2', async () => {
    const { memory } = await hybridMemory()
    const found = (await memory.search('cash ocean tutor medic vehicle')).answer.results
    const weak = found.find(({ path }) => path === 'sea.md')
    const cosine = weak?.contributions.find(({ source }) => source === 'vector')?.raw ?? 0
    expect(cosine).toBeGreaterThan(0.35)
    expect(weak?.contributions.find(({ source }) => source === 'keyword')?.raw ?? 0).toBe(0)
    expect(cosine).toBeLessThan(0.5)
    const faults = {
      fusion: 'openclaw-2026.2',
      threshold: 0.35,
      thresholdOn: 'fused',
      completeScores: false,
      correctSpelling: false,
      parseQuery: (text: string, how: Parameters<typeof parseQuery>[1]) => {
        const parsed = parseQuery(text, how)
        const parts = text.split(' ').map((stem) => ({ kind: 'word', stem }) as const)
        return { ...parsed, tree: { kind: 'all', parts } as const }
      },
    } as const
    const before = (await memory.search('cash ocean tutor medic vehicle', faults)).answer
    expect(before.retrievers.keyword).toBe('empty')
    for (const { fusedScore, contributions } of before.results) {
      expect(fusedScore).toBeCloseTo(
        0.7 * (contributions.find(({ source }) => source === 'vector')?.raw ?? 0),
        6,
      )
      expect(fusedScore).toBeGreaterThanOrEqual(0.35)
    }
  })

  it('filters by roots before applying the limit', async () => {
    const { memory } = await testMemory()
    const small = notesFolder({ 'small/a.md': 'lighthouse' })
    const large = notesFolder(
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}.md`, 'lighthouse lighthouse'])),
    )
    await memory.index([`${small}/small`, large])
    const { answer } = await memory.search('lighthouse', { roots: ['small'], limit: 1 })
    expect(answer.results.map(({ root }) => root)).toEqual(['small'])
  })

  it('A21: indexes changed files before it answers, and reports failures', async () => {
    const { memory, store, folder } = await indexedMemory(notes)
    writeNote(folder, 'car.md', 'The zeppelin needs helium.')
    expect(pathsOf((await memory.search('zeppelin')).answer)).toEqual(['car.md'])
    const busy = {
      ...store,
      writeDocuments: async () => {
        const { StoreError } = await import('@recallite/store')
        throw new StoreError('STORE_BUSY', 'busy')
      },
    }
    const { memory: waiting } = await testMemory({ store: busy })
    writeNote(folder, 'car.md', 'The submarine needs air.')
    const { answer, stalePaths } = await waiting.search('zeppelin')
    expect(answer.stale).toBe(true)
    expect(stalePaths).toHaveLength(1)
    expect(pathsOf(answer)).toEqual(['car.md'])
  })

  it('reads no files with freshness none', async () => {
    const { memory, folder } = await indexedMemory(notes, { freshness: 'none' })
    writeNote(folder, 'car.md', 'The zeppelin needs helium.')
    const { answer } = await memory.search('zeppelin')
    expect([answer.results, answer.stale, answer.timings.sync]).toEqual([[], false, 0])
  })

  it('rejects invalid options', async () => {
    const { memory } = await testMemory()
    const code = (name: string) => expect.objectContaining({ code: name })
    for (const query of ['  \n', 'AND AND', 'path:', 'NOT (OR)', '-heading: since:']) {
      await expect(memory.search(query)).rejects.toThrow(code('QUERY_EMPTY'))
    }
    for (const query of ['"AND"', 'path:notes', 'ANDES', 'IT', 'being myself', 'who does what'])
      await memory.search(query)
    for (const query of ['and', 'the', 'What is?'])
      await expect(memory.search(query)).rejects.toThrow(code('QUERY_COMMON'))
    await expect(memory.search('x', { fusion: 'convx' })).rejects.toThrow(code('FUSION_UNKNOWN_STRATEGY'))
    expect((await memory.search('🙂')).answer).toMatchObject({ mode: 'none', results: [] })
  })
})
