import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { percentile, timeEach } from '../statistics.ts'
import {
  assertRecall,
  embeddedNotes,
  perFile,
  questionCount,
  sizeIn,
  wordsPerQuestion,
  writeChunks,
  writeVectorQuestions,
} from '../stores.ts'
import { createReadyModel, scanOf } from '../vectors.ts'
import type { Store } from '@recallite/store'
import type { ModelIdentity } from '@recallite/embeddings'

const dimensions = 768
const limit = 6

/** Complete searches with precomputed vectors or only keywords, with six results and snippets. Returns the times of all queries. */
export async function prepareSearches(
  store: Store,
  questions: Awaited<ReturnType<typeof writeVectorQuestions>>,
  { space, mode }: { space: ModelIdentity; mode: 'hybrid' | 'keyword' },
): Promise<() => Promise<number[]>> {
  const { createMemory } = await import('@recallite/core')
  const ready = new Map(questions.map(({ text, vector }) => [text, vector]))
  const models = mode === 'hybrid' ? [createReadyModel(space, ready)] : []
  const memory = createMemory({ store, models, freshness: 'none' })
  return () =>
    timeEach(questions, async ({ text }) => {
      const { answer } = await memory.search(text, { limit, threshold: 0 })
      const isWanted = answer.mode === mode && answer.results.length === limit
      assertResult(isWanted, `A ${answer.mode} search for "${text}" found ${answer.results.length}.`)
    })
}

/** A whole hybrid search without the time of the model. */
export const hybridSearch: Benchmark = {
  name: 'hybrid-search',
  what: `a hybrid search with ${wordsPerQuestion} words and a precomputed vector of ${dimensions} numbers, six results with snippets: the 95th percentile of ${questionCount}`,
  comparedWith: 'reading the same number of values from memory sequentially',
  figures: [{ name: 'hybrid-search', unit: 'time', bound: { factor: 0, extra: 40 } }],
  sizeOf: sizeIn('chunks'),
  async prepare(workspace) {
    const { openSqliteStore } = await import('@recallite/store-sqlite')
    const store = await openSqliteStore({ path: workspace.freshPath() })
    const { notes, embedded } = embeddedNotes(perFile * workspace.files, dimensions)
    await writeChunks(store, notes, { embedded })
    const { space } = embedded
    await assertRecall(store, space)
    const questions = await writeVectorQuestions({ notes, embedded })
    const search = await prepareSearches(store, questions, { space, mode: 'hybrid' })
    return {
      subject: async () => percentile(await search(), 0.95),
      baseline: scanOf(notes.length * dimensions),
    }
  },
}
