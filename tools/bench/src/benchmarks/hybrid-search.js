import { assertRecall } from '../assert-recall.js'
import { BenchmarkError } from '../benchmark-error.js'
import { largeStore } from '../large-store.js'
import { questions, wordsPerQuestion, writeQuestions } from '../questions.js'
import { createRandom } from '../random.js'
import { scanOf } from '../scan-memory.js'
import { createReadyModel } from '../ready-model.js'
import { percentile } from '../statistics.js'
import { makeTopicVectors, vectorNear } from '../topic-vectors.js'

/** 100,000 for the 2,000 files of the usual corpus. */
const chunksPerFile = 50
const dimensions = 768
const usualPercentile = 0.95
const limit = 6
const seed = 17
const space = { provider: 'bench', model: 'topics-768', dimensions, promptStyle: 'plain' }

/** A search by words and vectors from end to end, but for the time that a model takes. @type {import('../benchmark-table.js').Benchmark} */
export const hybridSearch = {
  name: 'hybrid-search',
  what: `a search by ${wordsPerQuestion} words and a vector of ${dimensions} numbers that is ready, over ${chunksPerFile} chunks for each file, six results with snippets: the 95th percentile of ${questions}`,
  comparedWith: 'reading as many numbers out of memory, one after the other',
  bound: { factor: 0, extra: 40 },
  async prepare(workspace) {
    const vectors = makeTopicVectors(chunksPerFile * workspace.size.files, { dimensions, perTopic: 1, seed })
    const store = await largeStore(workspace, vectors.length, { vectors, space })
    await assertRecall(store.store, space)
    const random = createRandom(seed + 1)
    const asked = await writeQuestions(store)
    const ready = new Map(asked.map(({ text }) => [text, vectorNear(random.pick(vectors), random)]))
    const { createMemory } = await import('@recallite/core')
    const models = [createReadyModel(space, ready)]
    const memory = createMemory({ store: store.store, models, freshness: 'none' })
    return {
      baseline: scanOf(vectors.length * dimensions),
      async subject() {
        const times = []
        for (const { text } of asked) {
          const started = performance.now()
          const { answer } = await memory.search(text, { limit, threshold: 0 })
          times.push(performance.now() - started)
          assertHybrid(answer)
        }
        return percentile(times, usualPercentile)
      },
    }
  },
}

/** @param {import('@recallite/core').SearchAnswer} answer */
function assertHybrid({ mode, results, query }) {
  if (mode === 'hybrid' && results.length === limit) return
  throw new BenchmarkError('WRONG_RESULT', `A ${mode} search for "${query}" found ${results.length}.`)
}
