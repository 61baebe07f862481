import type { EmbeddingModel } from '@recallite/embeddings'
import type { Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import { expect } from 'vitest'
import { createConceptModel, type ConceptModelOptions } from './concept-model.js'
import { notesFolder } from './notes-folder.js'
import { testBackend, testMemory } from './test-memory.js'

/** A model of the same name with reversed vectors. */
export function turned(model: EmbeddingModel): EmbeddingModel {
  return {
    ...model,
    embed: async (request) => (await model.embed(request)).map((vector) => vector.toReversed()),
  }
}

/** A backend for the concept model with this name. */
export function backendOver(name: string, options: ConceptModelOptions = {}, host: string | null = null) {
  const concepts = createConceptModel({ name, ...options })
  return { ...concepts, backend: testBackend(async () => concepts.model, { model: name, host }) }
}

/** A store with vectors of these models. */
export async function filledBy(...names: readonly string[]): Promise<Store> {
  const store = await openSqliteStore({ path: ':memory:' })
  const folder = notesFolder({ 'car.md': 'The automobile needs tyres.', 'sea.md': 'A boat on the ocean.' })
  for (const name of names) {
    const { memory } = await testMemory({
      store: { ...store, close: async () => {} },
      models: [backendOver(name).backend],
    })
    expect((await memory.index([folder])).embedFailure).toBeNull()
  }
  return store
}

