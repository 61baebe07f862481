import { EmbeddingError } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { backendOver } from '../__fixtures__/filled-store.js'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { indexedMemory, testBackend, testMemory } from '../__fixtures__/test-memory.js'
import type { Upload } from '../embedding/fill/pending-texts.js'

const gone = () => Promise.reject(new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'it is gone'))

const notes = { 'car.md': 'The automobile needs tyres.', 'sea.md': 'A boat on the ocean.' }

describe('indexing by a chain', () => {
  it('fills only the space of the first backend', async () => {
    const [a, b] = [backendOver('a'), backendOver('b')]
    const { store } = await indexedMemory(notes, { models: [a.backend, b.backend] })
    expect((await store.listSpaces()).map(({ model }) => model)).toEqual(['a'])
    expect(b.embedded).toEqual([])
  })

  it('never starts a space because another backend failed', async () => {
    const next = backendOver('next')
    const { memory, store } = await testMemory({
      models: [testBackend(gone, { model: 'first' }), next.backend],
    })
    const report = await memory.index([notesFolder(notes)])
    expect([report.embedded, report.embedFailure]).toEqual([0, expect.stringContaining('it is gone')])
    expect(await store.listSpaces()).toEqual([])
  })

  it('updates an existing space if the first backend fails', async () => {
    const store = { ...(await openSqliteStore({ path: ':memory:' })), close: async () => {} }
    const folder = notesFolder(notes)
    const { memory: before } = await testMemory({ store, models: [backendOver('next').backend] })
    await before.index([folder])
    const next = backendOver('next')
    const { memory } = await testMemory({
      store,
      models: [testBackend(gone, { model: 'first' }), next.backend],
    })
    const report = await memory.index([notesFolder({ 'new.md': 'A tutor teaches.' })])
    expect(report).toMatchObject({
      embedded: 1,
      embedFailure: null,
      fallback: { to: 'test/next', reason: 'test/first: it is gone' },
    })
  })

  it.each([
    ['api.one.com', true, null, null],
    ['api.one.com', true, 'api.two.com', null],
    [
      'api.one.com',
      false,
      null,
      /first: it is gone; test\/next: not used for documents unless your own settings/,
    ],
    [null, true, null, null],
    [null, true, 'api.two.com', null],
    [
      null,
      false,
      'api.two.com',
      /first: it is gone; test\/next: not used, because nothing is sent .* 'fallback'/,
    ],
  ] as const)(
    'with a failed host %s, isUsersFallback %s and host %s, the next backend is refused: %s',
    async (firstHost, isUsersFallback, host, refusal) => {
      const next = backendOver('next', {}, host)
      const first = testBackend(gone, { model: 'first', host: firstHost })
      const { memory, store } = await testMemory({ models: [first, { ...next.backend, isUsersFallback }] })
      const { embedFailure } = await memory.index([notesFolder(notes)])
      expect(embedFailure ?? '').toMatch(refusal ?? /^$/)
      expect((await store.listSpaces()).map(({ model }) => model)).toEqual(refusal ? [] : ['next'])
      expect(next.embedded.length > 0).toBe(!refusal)
    },
  )

  it('starts no other space if that of the failed backend is complete', async () => {
    const store = { ...(await openSqliteStore({ path: ':memory:' })), close: async () => {} }
    const folder = notesFolder(notes)
    const { memory: before } = await testMemory({ store, models: [backendOver('first').backend] })
    await before.index([folder])
    const next = backendOver('next')
    const models = [
      testBackend(gone, { model: 'first' }),
      { ...next.backend, isUsersFallback: true } as const,
    ]
    const { memory } = await testMemory({ store, models })
    expect(await memory.index([folder])).toMatchObject({ embedFailure: 'it is gone', fallback: null })
    expect(next.embedded).toEqual([])
  })

  it('sends nothing to another machine because a local model failed, even if its space exists', async () => {
    const store = { ...(await openSqliteStore({ path: ':memory:' })), close: async () => {} }
    const { memory: before } = await testMemory({
      store,
      models: [backendOver('far', {}, 'api.example.com').backend],
    })
    await before.index([notesFolder(notes)])
    const far = backendOver('far', {}, 'api.example.com')
    const { memory } = await testMemory({
      store,
      models: [testBackend(gone, { model: 'near' }), far.backend],
    })
    const report = await memory.index([notesFolder({ 'new.md': 'A tutor teaches.' })])
    expect([report.embedded, far.embedded]).toEqual([0, []])
  })
})

describe('sending texts to another machine', () => {
  it('announces every text that is sent, also those that verify and measure the model', async () => {
    const sent: string[] = []
    const { model } = createConceptModel({ name: 'far' })
    const embed: typeof model.embed = (request) => {
      sent.push(...request.texts)
      return model.embed(request)
    }
    const backend = testBackend(async () => ({ ...model, embed }), { model: 'far', host: 'api.example.com' })
    const { memory } = await testMemory({ models: [backend] })
    const announced: number[] = []
    const onUpload = ({ texts, constantTexts }: Upload) => announced.push(texts + constantTexts)
    await memory.index([notesFolder(notes)], { onUpload })
    const first = sent.length
    await memory.index([notesFolder({ 'new.md': 'A tutor teaches.' })], { onUpload })
    expect(announced).toEqual([first, sent.length - first])
    expect(announced[1]).toBe(1)
  })

  it('announces host and amount before the first text is sent', async () => {
    const log: (Upload | string)[] = []
    const { backend } = backendOver(
      'far',
      { onRequest: (texts) => void log.push(...texts.filter((text) => text.includes('boat'))) },
      'api.example.com',
    )
    const { memory } = await testMemory({ models: [backend] })
    await memory.index([notesFolder(notes)], { onUpload: (upload) => log.push(upload) })
    expect(log).toEqual([
      {
        name: 'test/far',
        host: 'api.example.com',
        files: 2,
        texts: 2,
        tokens: expect.any(Number),
        constantTexts: expect.any(Number),
      },
      expect.stringContaining('boat'),
    ])
    const again: Upload[] = []
    await memory.index([], { onUpload: (upload) => again.push(upload) })
    expect(again).toEqual([])
  })

  it('withholds files that look like secrets, and reports them; a local model embeds them', async () => {
    const secret = { ...notes, 'passwords.md': 'The car is locked with 4711.' }
    const far = backendOver('far', {}, 'api.example.com')
    const near = backendOver('near')
    const { memory, store } = await testMemory({ models: [far.backend] })
    const folder = notesFolder(secret)
    const report = await memory.index([folder])
    expect(report.withheld).toEqual([{ root: expect.any(String), path: 'passwords.md' }])
    expect(far.embedded.join()).not.toMatch(/4711/)
    const again = await memory.index([folder])
    expect([again.withheld.length, again.embedRequests]).toEqual([1, 0])
    expect((await memory.search('4711')).answer.results[0]?.path).toBe('passwords.md')
    const { memory: local } = await testMemory({
      store: { ...store, close: async () => {} },
      models: [near.backend],
    })
    expect((await local.index([folder])).withheld).toEqual([])
    expect(near.embedded.join()).toMatch(/4711/)
  })
})

describe('planning an index run', () => {
  it('reports how much would be sent where, and sends nothing', async () => {
    const far = backendOver('far', {}, 'api.example.com')
    const { memory } = await testMemory({ models: [far.backend] })
    const folder = notesFolder({ ...notes, '.env.md': 'x', 'secrets.md': 'The car key.' })
    const plan = await memory.plan([folder])
    expect(plan.embedding).toEqual({
      provider: 'test',
      model: 'far',
      host: 'api.example.com',
      files: 2,
      texts: 2,
      tokens: expect.any(Number),
      secretDocuments: [{ root: expect.any(String), path: 'secrets.md' }],
    })
    expect(far.embedded).toEqual([])
  })

  it('counts only pending texts of the model', async () => {
    const near = backendOver('near')
    const { memory, folder } = await indexedMemory(notes, { models: [near.backend] })
    expect((await memory.plan([folder])).embedding).toMatchObject({ texts: 0, tokens: 0 })
    const { memory: words } = await testMemory()
    expect((await words.plan([folder])).embedding).toBeNull()
  })
})
