import { maintenanceOf, type Space, type Store } from '@recallite/store'
import { vectorOf } from './text-vector.js'

/** The space of a model that does not exist, in which all texts are pending. */
const emptySpace: Space = { provider: 'nobody', model: 'none', dimensions: 1, promptStyle: 'plain' }

/** Every text of a memory, by its document's path. */
async function textsOf(store: Store): Promise<ReadonlyMap<string, string>> {
  await store.putSpace(emptySpace)
  const texts = await store.pendingTexts(emptySpace, { limit: 10_000 })
  await maintenanceOf(store).dropSpace(emptySpace)
  return new Map(texts.map(({ document, text }) => [document.path, text]))
}

/** The content of a memory with one text per document. */
export interface StoredVectors {
  /** Paths of documents whose text has its vector. */
  readonly right: readonly string[]
  /** Paths of documents whose text has a wrong or invalid vector. */
  readonly wrong: readonly string[]
  /** Paths of documents whose text is pending. */
  readonly pending: readonly string[]
}

/** Compares every vector with that of the simulated model for the text. */
export async function readStored(store: Store): Promise<StoredVectors> {
  const space = (await store.listSpaces()).at(-1)
  const texts = await textsOf(store)
  if (!space) return { right: [], wrong: [], pending: [...texts.keys()] }
  const pending = (await store.pendingTexts(space, { limit: 10_000 })).map(({ document }) => document.path)
  const any = Float32Array.from(vectorOf('any', { length: space.dimensions }))
  const candidates = await store.findByVector({ space, vector: any, limit: 10_000 })
  const { items } = await store.readItems(candidates.map(({ id }) => id))
  const right: string[] = []
  const wrong: string[] = []
  for (const { id, locator } of items) {
    const { path } = locator
    const correct = vectorOf(texts.get(path) ?? '', { length: space.dimensions })
    const cosines = await store.scoreByVector({ space, vector: Float32Array.from(correct), ids: [id] })
    const isRight = (cosines.get(id)?.score ?? Number.NaN) > 0.9999
    ;(isRight ? right : wrong).push(path)
  }
  return { right, wrong, pending }
}
