import { setTimeout } from 'node:timers/promises'
import { EmbeddingError } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { type ConceptModelOptions, createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../../__fixtures__/test-memory.js'
import type { EmbedReport } from '../../indexer/embed.js'
import { createProvider, waitingStore } from './__fixtures__/batch-provider.js'

/** A note of one chunk or more, each with several pieces. */
const longNote = (date: string, words: string, sentences = 24) =>
  `---\ndate: ${date}\n---\n\n${Array.from({ length: sentences }, (_, n) => `Sentence ${n} of ${date} is about ${words}.`).join(' ')}`

const notes = {
  'old.md': longNote('2024-01-01', 'the car'),
  'new.md': longNote('2026-01-01', 'the ocean'),
  'middle.md': longNote('2025-01-01', 'the doctor'),
}

const dateIn = (text: string) => /20\d\d/u.exec(text)?.[0]

async function longNotes({ host = null, chunking, ...options }: Options = {}) {
  const { model, embedded } = createConceptModel({ maxBatchItems: 1, ...options })
  const folder = notesFolder(notes)
  const models = [testBackend(async () => model, { host })]
  return { ...(await testMemory({ models, chunking })), folder, embedded }
}

interface Options extends ConceptModelOptions {
  readonly host?: string | null
  readonly chunking?: { readonly pieces: boolean | 'auto' }
}

describe('pieces of long chunks', () => {
  it('come behind all chunks, and both from the newest document to the oldest', async () => {
    const { memory, folder, embedded } = await longNotes()
    const phases = new Set<string>()
    const report = await memory.index([folder], {
      pieces: true,
      onProgress: ({ phase }) => phases.add(phase),
    })
    expect([...phases]).toEqual(['scan', 'read', 'embed', 'embed-pieces'])
    expect(report.embedded).toBe(embedded.length)
    expect(new Set(embedded).size).toBe(embedded.length)
    const years = embedded.map(dateIn)
    expect(years.slice(0, 3)).toEqual(['2026', '2025', '2024'])
    expect(years.slice(3)).toEqual(years.slice(3).toSorted().toReversed())
    expect(Math.max(...embedded.slice(3).map(({ length }) => length))).toBeLessThan(embedded[0]?.length ?? 0)
  })

  it('are not needed for a search by meaning, nor for an index that is complete', async () => {
    const { memory, folder, embedded } = await longNotes()
    expect(await memory.index([folder])).toMatchObject({ embedded: 3, embedFailure: null })
    const { answer, found } = await memory.search('physician', { threshold: 0 })
    expect([answer.results[0]?.path, found.vector]).toEqual(['middle.md', 3])
    const { spaces, degraded } = await memory.status()
    expect(spaces).toMatchObject([
      { vectors: 3, pending: 0, pendingPieces: expect.any(Number), isFilled: true },
    ])
    expect(spaces[0]?.pendingPieces).toBeGreaterThan(5)
    expect(degraded).toEqual([])
    const { embedding } = await memory.plan([folder], { pieces: true })
    expect(embedding?.texts).toBe(spaces[0]?.pendingPieces)
    expect((await memory.plan([folder])).embedding?.texts).toBe(0)
    expect((await memory.index([folder], { pieces: true })).embedded).toBe(spaces[0]?.pendingPieces)
    expect(new Set(embedded).size).toBe(embedded.length)
    expect((await memory.status()).spaces).toMatchObject([{ pending: 0, pendingPieces: 0 }])
  })

  it('that a model did not get to are embedded by the next run, and nothing twice', async () => {
    let isDying = true
    const onRequest = (texts: readonly string[]) => {
      if (isDying && texts[0]?.includes('Sentence 10 ') && texts[0].length < 900)
        throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'the model is gone')
    }
    const { memory, folder, embedded } = await longNotes({ onRequest })
    expect(await memory.index([folder], { pieces: true })).toMatchObject({
      embedFailure: 'the model is gone',
    })
    const { spaces } = await memory.status()
    expect(spaces).toMatchObject([{ pending: 0, isFilled: true }])
    isDying = false
    const report = await memory.index([folder], { pieces: true })
    expect(report).toMatchObject({ embedFailure: null, embedded: spaces[0]?.pendingPieces })
    expect(new Set(embedded).size).toBe(embedded.length)
  })

  it('are not embedded where a fallback stands in', async () => {
    const { model, embedded } = createConceptModel({ name: 'second' })
    const first = testBackend(
      () => Promise.reject(new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'no model')),
      { model: 'first' },
    )
    const second = {
      ...testBackend(async () => model, { model: 'second' }),
      takesDocuments: 'after-any' as const,
    }
    const { memory } = await testMemory({ models: [first, second] })
    const report = await memory.index([notesFolder(notes)], { pieces: true })
    expect([report.embedded, embedded.length, report.fallback?.to]).toEqual([3, 3, 'test/second'])
  })

  it('are embedded by batch jobs of their own', async () => {
    const { fill, store } = await waitingStore(notes)
    const provider = createProvider()
    expect(await fill(provider)).toMatchObject({ embedded: 3, givenUp: null })
    const [space] = (await store.status()).spaces
    expect(await fill(provider, { part: 'pieces' })).toMatchObject({ embedded: space?.pendingPieces })
    expect((await store.status()).spaces).toMatchObject([{ pending: 0, pendingPieces: 0 }])
  })
})

describe('a watch', () => {
  async function watchUntil(options: Options, isDone: (reports: readonly EmbedReport[]) => boolean) {
    const subject = await longNotes(options)
    await subject.memory.index([subject.folder])
    subject.embedded.length = 0
    const reports: EmbedReport[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const onEmbed = (report: EmbedReport) => {
      reports.push(report)
      if (isDone(reports)) resolve()
    }
    await subject.memory.watch({ debounce: 10, interval: 0, onEmbed })
    return { ...subject, done: promise }
  }

  it('embeds them behind the chunks', async () => {
    const { memory, embedded, done } = await watchUntil({}, (reports) => reports.length === 2)
    await done
    expect((await memory.status()).spaces).toMatchObject([{ pending: 0, pendingPieces: 0 }])
    expect(embedded.length).toBeGreaterThan(5)
  })

  it.each([
    ['does not send them to a service', 'auto', false],
    ['sends them to a service where that is set', true, true],
  ] as const)('%s', async (_title, pieces, isSent) => {
    const { memory, embedded, done } = await watchUntil(
      { host: 'api.example.com', chunking: { pieces } },
      (reports) => reports.length === (isSent ? 2 : 1),
    )
    await done
    expect((await memory.status()).spaces).toMatchObject([{ pending: 0, pendingPieces: 0 }])
    expect(embedded.length > 0).toBe(isSent)
  })

  it('embeds a new note before the pieces that are left', async () => {
    const [begun, noticed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const onRequest = ([text = '']: readonly string[]) => {
      if (!text.includes('Sentence') || text.length > 900) return undefined
      begun.resolve()
      return noticed.promise
    }
    const { memory, folder, embedded, done } = await watchUntil({ onRequest }, ({ length }) => length === 4)
    await begun.promise
    writeNote(folder, 'note.md', 'A teacher came by.')
    await expect.poll(async () => (await memory.status()).files, { timeout: 10_000 }).toBe(4)
    // What follows the update tells that there is a new chunk.
    await setTimeout(200)
    noticed.resolve()
    await done
    const position = embedded.findIndex((text) => text.includes('teacher'))
    expect(position).toBeGreaterThan(0)
    expect(position).toBeLessThan(embedded.length - 1)
    expect(new Set(embedded).size).toBe(embedded.length)
    expect((await memory.status()).spaces).toMatchObject([{ pending: 0, pendingPieces: 0 }])
  })
})
