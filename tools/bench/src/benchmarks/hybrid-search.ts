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

/** Complete searches with prepared vectors, or only by words, six results with snippets; returns the times of all queries. */
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

/** A hybrid search from end to end, without the time of the model. */
export const hybridSearch: Benchmark = {
  name: 'hybrid-search',
  what: `a search by ${wordsPerQuestion} words and a vector of ${dimensions} numbers that is ready, six results with snippets: the 95th percentile of ${questionCount}`,
  comparedWith: 'reading as many numbers out of memory, one after the other',
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
