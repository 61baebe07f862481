import { assertResult } from '../benchmark-error.js'
import { percentile, timeEach } from '../statistics.js'
import {
  assertRecall,
  embeddedNotes,
  perFile,
  questionCount,
  sizeIn,
  wordsPerQuestion,
  writeChunks,
  writeVectorQuestions,
} from '../stores.js'
import { createReadyModel, scanOf } from '../vectors.js'

const dimensions = 768
const limit = 6

/**
 * Complete searches with vectors that are ready, or by words alone, six results with snippets.
 * @param {import('@recallite/store').Store} store
 * @param {Awaited<ReturnType<typeof writeVectorQuestions>>} asked
 * @param {{ space: import('@recallite/embeddings').ModelIdentity, mode: 'hybrid' | 'keyword' }} how
 * @returns {Promise<() => Promise<number[]>>} the times of all questions
 */
export async function prepareSearches(store, asked, { space, mode }) {
  const { createMemory } = await import('@recallite/core')
  const ready = new Map(asked.map(({ text, vector }) => [text, vector]))
  const models = mode === 'hybrid' ? [createReadyModel(space, ready)] : []
  const memory = createMemory({ store, models, freshness: 'none' })
  return () =>
    timeEach(asked, async ({ text }) => {
      const { answer } = await memory.search(text, { limit, threshold: 0 })
      const isWanted = answer.mode === mode && answer.results.length === limit
      assertResult(isWanted, `A ${answer.mode} search for "${text}" found ${answer.results.length}.`)
    })
}

/** A search by words and vectors from end to end, but for the time that a model takes. @type {import('../benchmark-table.js').Benchmark} */
export const hybridSearch = {
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
    const asked = await writeVectorQuestions({ notes, embedded })
    const search = await prepareSearches(store, asked, { space, mode: 'hybrid' })
    return {
      subject: async () => percentile(await search(), 0.95),
      baseline: scanOf(notes.length * dimensions),
    }
  },
}
