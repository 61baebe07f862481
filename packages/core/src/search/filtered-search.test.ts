import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { notesFolder, writeNote } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'
import type { SearchOptions } from './search-options.js'

const notes = {
  'decisions/auth.md':
    '---\ntags: [ops, security]\nstatus: Done\npriority: 3\ndate: 2026-02-11\n---\n# Auth\n\nThe sea.',
  'decisions/2026-03-01-deploy.md':
    '---\nstatus: open\npriority: 12\n---\n# Deploy\n\nThe sea.\n\n## Rollback plan\n\nThe sea.',
  'people/lena.md': '---\ncreated: 2024-05\n---\n# Lena\n\nThe sea.',
  'journal/20260330.txt': 'The sea.',
}

const today = new Date(2026, 2, 31, 12).getTime()

async function memoryOfNotes() {
  const { memory, store } = await testMemory({
    openModel: async () => createConceptModel().model,
    now: () => today,
  })
  const folder = notesFolder(notes)
  await memory.index([folder])
  return { memory, store, folder }
}

const everything = ['auth', '2026-03-01-deploy', 'lena', '20260330']

/** Options, and the notes that match. */
const found: readonly (readonly [options: SearchOptions, names: readonly string[]])[] = [
  [{}, everything],
  [{ paths: ['decisions'] }, ['auth', '2026-03-01-deploy']],
  [{ paths: ['*.txt', 'lena'] }, ['lena', '20260330']],
  [{ headings: ['rollback'] }, ['2026-03-01-deploy']],
  [{ headings: ['auth', 'lena'] }, ['auth', 'lena']],
  [{ since: '7d' }, ['20260330']],
  [{ since: '2026-02', until: '2026-03-01' }, ['auth', '2026-03-01-deploy']],
  [{ until: '2024' }, ['lena']],
  [{ where: ['tag=ops'] }, ['auth']],
  [{ where: ['priority>3'] }, ['2026-03-01-deploy']],
  [{ where: ['priority'] }, ['auth', '2026-03-01-deploy']],
  [{ where: ['status!=done'] }, ['2026-03-01-deploy', 'lena', '20260330']],
  [{ where: ['status=open', 'status=done', 'priority<5'] }, ['auth']],
  [{ paths: ['decisions/*'], since: '1m', where: ['status=open'] }, ['2026-03-01-deploy']],
  [{ paths: ['decisions/*'], where: ['status=gone'] }, []],
]

describe('a filtered search', () => {
  it.each(['keyword', 'vector'] as const)('finds by %s only what matches the options', async (retriever) => {
    const { memory } = await memoryOfNotes()
    const weights = retriever === 'keyword' ? { vectorWeight: 0 } : { textWeight: 0 }
    for (const [options, names] of found) {
      const search = await memory.search('sea', { threshold: 0, limit: 100, ...weights, ...options })
      const paths = search.answer.results.map(({ path }) => path.replace(/^.*\/|\.\w+$/gu, ''))
      expect([...new Set(paths)].toSorted(), JSON.stringify(options)).toEqual(names.toSorted())
      expect(search.found[retriever]).toBe(paths.length)
    }
  })

  it('dates a note by its file if nothing else does, and again when its text changes', async () => {
    const { memory, store, folder } = await memoryOfNotes()
    writeNote(folder, 'plain.md', 'The sea.')
    writeNote(folder, 'people/lena.md', '---\ncreated: 2026-03-30\n---\n# Lena\n\nThe sea.')
    await memory.index([folder])
    const [root] = await store.listRoots()
    const documents = await store.listDocuments(root?.name ?? '')
    const dates = new Map(documents.map(({ path, date }) => [path, date]))
    expect(dates.get('people/lena.md')).toBe('2026-03-30')
    const { answer } = await memory.search('sea', {
      threshold: 0,
      since: '2024-06',
      paths: ['lena', 'plain'],
    })
    expect(answer.results.map(({ path }) => path).toSorted()).toEqual(['people/lena.md', 'plain.md'])
  })
})
