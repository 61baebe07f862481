import type { EmbeddingModel } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { filledBy, backendOver } from '../__fixtures__/filled-store.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../__fixtures__/test-memory.js'

describe('a changed model', () => {
  it('A11: fills its space while the previous one answers; nothing is embedded twice after switching back', async () => {
    const store = { ...(await filledBy('old')), close: async () => {} }
    const [old, next] = [backendOver('old'), backendOver('new')]
    const backendOf = (source: string) => (source === 'test:old' ? old.backend : undefined)
    const answeredBy: (string | null)[] = []
    const reasons: string[] = []
    const slow = backendOver('new', {
      async onRequest() {
        const { memory } = await testMemory({ store, models: [next.backend], backendOf })
        const { answer } = await memory.search('vehicle')
        answeredBy.push(answer.model)
        const { degraded } = await memory.status()
        reasons.push(...[...answer.degraded, ...degraded].map(({ reason }) => reason))
      },
    })
    const { memory: filling } = await testMemory({ store, models: [slow.backend], backendOf })
    await filling.index([])
    expect(new Set(answeredBy)).toEqual(new Set(['old']))
    const [beforeIt, ...during] = reasons
    expect(beforeIt).toContain("run 'recallite index'")
    expect(during.at(-1)).toMatch(/embedding has started; 'recallite index' continues it if no other process/)
    expect(during.filter((reason) => reason.includes('run ')).length).toBe(0)
    const { memory: filled } = await testMemory({ store, models: [next.backend], backendOf })
    expect((await filled.search('vehicle')).answer).toMatchObject({ model: 'new', degraded: [] })
    const { memory: back } = await testMemory({ store, models: [old.backend] })
    expect((await back.index([])).embedded).toBe(0)
    expect((await back.search('vehicle')).answer.model).toBe('old')
    expect(slow.embedded).toHaveLength(2)
    expect(old.embedded).toEqual([])
  })
})

describe('a renamed model', () => {
  it('reuses its vectors, and answers under its new name', async () => {
    const store = { ...(await filledBy('before')), close: async () => {} }
    const after = backendOver('after', { weights: 'before' })
    const { memory } = await testMemory({ store, models: [after.backend] })
    expect(await memory.index([])).toMatchObject({ embedded: 0, embedFailure: null })
    expect(after.embedded).toEqual([])
    expect((await memory.search('vehicle')).answer).toMatchObject({ model: 'after', degraded: [] })
    const { spaces } = await store.status()
    expect(spaces.map(({ model, source, vectors }) => [model, source, vectors])).toEqual([
      ['after', 'test:after', 2],
    ])
  })

  it('does not reuse those of other prompts or of other vectors', async () => {
    const store = { ...(await filledBy('before')), close: async () => {} }
    const { model } = createConceptModel({ name: 'after', weights: 'before' })
    const prompted = { ...model, identity: { ...model.identity, promptStyle: 'other' } }
    for (const other of [prompted, createConceptModel({ name: 'after' }).model]) {
      const { memory } = await testMemory({ store, models: [other] })
      expect((await memory.index([])).embedded).toBe(2)
    }
    expect(await store.listSpaces()).toHaveLength(3)
  })
})

describe('one model with vectors of another length', () => {
  it('A11: has a separate space; the previous one answers until it is filled', async () => {
    const store = await filledBy('a')
    const shorter = { ...createConceptModel({ name: 'a' }).model }
    const model: EmbeddingModel = {
      ...shorter,
      identity: { ...shorter.identity, dimensions: 3 },
      embed: async (request) => (await shorter.embed(request)).map((vector) => vector.slice(4)),
    }
    const backend = { ...testBackend(async () => model, { model: 'a' }), source: 'test:a?dimensions=3' }
    const { memory } = await testMemory({
      store,
      models: [backend],
      backendOf: () => backendOver('a').backend,
    })
    expect((await memory.plan([])).embedding).toMatchObject({ texts: 2 })
    expect((await memory.search('vehicle')).answer.retrievers.vector).toBe('ok')
  })
})

describe('changed chunking', () => {
  it('re-embeds only long chunks when pieces are switched on or off', async () => {
    const long = Array.from({ length: 60 }, (_, n) => `Sentence ${n} is about a car on the road.`).join(' ')
    const folder = notesFolder({ 'short.md': 'A boat on the ocean.', 'long.md': `# Long\n\n${long}` })
    const store = { ...(await openSqliteStore({ path: ':memory:' })), close: async () => {} }
    const { backend, embedded } = backendOver('a')
    const index = async (pieces: boolean) => {
      const { memory } = await testMemory({ store, models: [backend], chunking: { pieces } })
      const before = embedded.length
      await memory.index([folder])
      const { chunks, spaces } = await store.status()
      const { vectors, pending, unusedVectors } = spaces[0] ?? {}
      return { memory, chunks, texts: embedded.slice(before), counts: [vectors, pending, unusedVectors] }
    }
    const { chunks, counts } = await index(false)
    expect(counts).toEqual([chunks, 0, 0])
    const { texts, ...on } = await index(true)
    const pieces = texts.length
    expect(pieces).toBeGreaterThan(chunks)
    expect(texts.filter((text) => text.includes('ocean'))).toEqual([])
    expect([on.chunks, ...on.counts]).toEqual([chunks, 1 + pieces, 0, chunks - 1])
    const off = await index(false)
    expect([off.texts.length, ...off.counts]).toEqual([0, chunks, 0, pieces])
    expect(await off.memory.optimise({ keepUnusedVectors: 0 })).toMatchObject({ removedVectors: pieces })
    expect((await index(true)).texts).toHaveLength(pieces)
  })
})
