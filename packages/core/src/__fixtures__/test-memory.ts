import { onTestFinished } from 'vitest'
import { openSqliteStore } from '@recallite/store-sqlite'
import { createMemory } from '../create-memory.js'
import type { EmbeddingBackend, OpenModel } from '../embedding/backend.js'
import type { MemoryOptions } from '../memory.js'
import { notesFolder } from './notes-folder.js'

/** A backend to the concept model, or to what `open` gives. */
export function testBackend(open: OpenModel, { model = 'concepts', host = null }: Partial<EmbeddingBackend> = {}): EmbeddingBackend {
  return { provider: 'test', model, source: `test:${model}`, host, open }
}

/** A memory over a real store in memory, closed when the test ends. */
export async function testMemory({ openModel, ...options }: Partial<MemoryOptions> & { openModel?: OpenModel } = {}) {
  const store = options.store ?? (await openSqliteStore({ path: ':memory:' }))
  const models = openModel && [testBackend(openModel)]
  const memory = createMemory({ models, ...options, store })
  onTestFinished(() => memory.close())
  return { memory, store }
}

/** A memory with these notes in its index. */
export async function indexedMemory(notes: Parameters<typeof notesFolder>[0], options: Parameters<typeof testMemory>[0] = {}) {
  const folder = notesFolder(notes)
  const made = await testMemory(options)
  await made.memory.index([folder])
  return { ...made, folder }
}
