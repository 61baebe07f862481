import { EmbeddingError } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { type ConceptModelOptions, createConceptModel } from '../../__fixtures__/concept-model.js'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testMemory } from '../../__fixtures__/test-memory.js'

/** A note of one chunk or more, each with several pieces. */
const longNote = (date: string, words: string, sentences = 24) =>
  `---\ndate: ${date}\n---\n\n${Array.from({ length: sentences }, (_, n) => `Sentence ${n} of ${date} is about ${words}.`).join(' ')}`

const notes = {
  'old.md': longNote('2024-01-01', 'the car'),
  'new.md': longNote('2026-01-01', 'the ocean'),
  'middle.md': longNote('2025-01-01', 'the doctor'),
}

const dateIn = (text: string) => /20\d\d/u.exec(text)?.[0]

async function longNotes({ chunking, ...options }: Options = {}) {
  const { model, embedded } = createConceptModel({ maxBatchItems: 1, ...options })
  const { memory } = await testMemory({ openModel: async () => model, chunking })
  return { memory, folder: notesFolder(notes), embedded }
}

interface Options extends ConceptModelOptions {
  readonly chunking?: { readonly pieces: boolean }
}

describe('pieces of long chunks', () => {
  it('are embedded instead of the chunks: first pieces before all others, newest documents first', async () => {
    const { memory, folder, embedded } = await longNotes()
    const report = await memory.index([folder])
    expect(report.embedded).toBe(embedded.length)
    expect(new Set(embedded).size).toBe(embedded.length)
    const years = embedded.map(dateIn)
    expect(years.slice(0, 3)).toEqual(['2026', '2025', '2024'])
    expect(years.length).toBeGreaterThan(8)
    expect(years.slice(3)).toEqual(years.slice(3).toSorted().toReversed())
    expect(embedded.slice(0, 3).every((text) => text.includes('Sentence 0 '))).toBe(true)
    expect(Math.max(...embedded.map(({ length }) => length))).toBeLessThan(900)
  })

  it('that are still pending are embedded by the next run, and a search finds every chunk before', async () => {
    let isDying = true
    const onRequest = ([text = '']: readonly string[]) => {
      if (isDying && text.includes('Sentence 20 '))
        throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'the model is gone')
    }
    const { memory, folder, embedded } = await longNotes({ onRequest })
    expect(await memory.index([folder])).toMatchObject({ embedFailure: 'the model is gone' })
    const { answer, found } = await memory.search('physician', { threshold: 0 })
    expect([answer.results[0]?.path, found.vector]).toEqual(['middle.md', 3])
    const [space] = (await memory.status()).spaces
    expect(space?.pending).toBeGreaterThan(0)
    isDying = false
    expect(await memory.index([folder])).toMatchObject({ embedFailure: null, embedded: space?.pending })
    expect(new Set(embedded).size).toBe(embedded.length)
    expect((await memory.status()).spaces).toMatchObject([{ pending: 0, isFilled: true }])
  })
})
