import { onTestFinished } from 'vitest'
import { openSqliteStore } from '@recallite/store-sqlite'
import { createMemory } from '../create-memory.js'
import type { EmbeddingBackend, OpenModel } from '../embedding/backend.js'
import type { MemoryOptions } from '../memory.js'
import { notesFolder } from './notes-folder.js'

/** A backend for the model that `open` returns. */
export function testBackend(open: OpenModel, { model = 'concepts', host = null }: Partial<EmbeddingBackend> = {}): EmbeddingBackend {
  return { provider: 'test', model, source: `test:${model}`, host, open }
}

/** A memory with an in-memory store, closed when the test ends. */
export async function testMemory({ openModel, ...options }: Partial<MemoryOptions> & { openModel?: OpenModel } = {}) {
  const store = options.store ?? (await openSqliteStore({ path: ':memory:' }))
  const models = openModel && [testBackend(openModel)]
  const memory = createMemory({ models, ...options, store })
  onTestFinished(() => memory.close())
  return { memory, store }
}

/** A memory that has indexed these notes. */
export async function indexedMemory(notes: Parameters<typeof notesFolder>[0], options: Parameters<typeof testMemory>[0] = {}) {
  const folder = notesFolder(notes)
  const { memory, store } = await testMemory(options)
  await memory.index([folder])
  return { memory, store, folder }
}
