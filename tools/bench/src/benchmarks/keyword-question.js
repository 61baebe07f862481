import { BenchmarkError } from '../benchmark-error.js'
import { bestByWords } from '../best-by-words.js'
import { largeStore } from '../large-store.js'
import { questions, wordsPerQuestion, writeQuestions } from '../questions.js'
import { median, percentile } from '../statistics.js'

/** 100,000 for the 2,000 files of the usual corpus. */
const chunksPerFile = 50

/**
 * The times of all questions.
 * @param {readonly import('../questions.js').Question[]} asked
 * @param {(question: import('../questions.js').Question) => number | Promise<number>} answer gives the number of results
 * @throws BenchmarkError `WRONG_RESULT` where nothing is found
 */
async function timeEach(asked, answer) {
  const times = []
  for (const question of asked) {
    const started = performance.now()
    const results = await answer(question)
    times.push(performance.now() - started)
    if (results === 0) throw new BenchmarkError('WRONG_RESULT', `Nothing was found for "${question.text}".`)
  }
  return times
}

/** @typedef {{ store: import('../large-store.js').LargeStore, asked: readonly import('../questions.js').Question[] }} Ground */

/** Writing the store takes longer than all that is asked of it: benchmarks in one workspace share it. @type {WeakMap<import('../workspace.js').Workspace, Promise<Ground>>} */
const grounds = new WeakMap()

/** @param {import('../workspace.js').Workspace} space @returns {Promise<Ground>} */
async function prepareGround(space) {
  const store = await largeStore(space, chunksPerFile * space.size.files)
  return { store, asked: await writeQuestions(store) }
}

/** @param {import('../workspace.js').Workspace} space */
function groundOf(space) {
  const ground = grounds.get(space) ?? prepareGround(space)
  grounds.set(space, ground)
  return ground
}

/** @typedef {(store: import('../large-store.js').LargeStore) => (question: import('../questions.js').Question) => Promise<number>} Answerer */

/** What is reported of the times of all questions. */
const ofTimes = {
  median,
  '95th percentile': (/** @type {number[]} */ times) => percentile(times, 0.95),
}

/**
 * A long question in a large collection.
 * @param {Pick<import('../benchmark-table.js').Benchmark, 'name' | 'what' | 'bound'> & { answerer: Answerer, of?: keyof ofTimes }} subject
 * @returns {import('../benchmark-table.js').Benchmark}
 */
function questionBenchmark({ name, what, bound, answerer, of = 'median' }) {
  const reported = ofTimes[of]
  return {
    name,
    what: `${what}; the ${of} of ${questions} questions of ${wordsPerQuestion} words`,
    comparedWith:
      'one plain FTS5 query for the two rarest words in a bare table, ORDER BY rank LIMIT 6, in the same process',
    alsoComparedWith: `one plain FTS5 query for all ${wordsPerQuestion} words with OR, in the same table`,
    bound,
    async prepare(space) {
      const { store, asked } = await groundOf(space)
      const answer = answerer(store)
      return {
        baseline: async () => reported(await timeEach(asked, ({ rarest }) => store.search(rarest))),
        secondBaseline: async () => reported(await timeEach(asked, ({ all }) => store.search(all))),
        subject: async () => reported(await timeEach(asked, answer)),
      }
    },
  }
}

const limit = 6

/** The keyword retriever alone: the question is read, the best chunks are found and scored. */
export const keywordQuestion = questionBenchmark({
  name: 'keyword-question',
  what: 'reading a question and finding its best chunks by words, the whole keyword retriever',
  bound: { factor: 3, extra: 0 },
  answerer:
    ({ store, parse }) =>
    async ({ text }) =>
      (await bestByWords({ store, parse }, text, limit)).length,
})

/** @type {Answerer} */
function searcher({ memory }) {
  const settings = { limit, threshold: 0, textWeight: 1, vectorWeight: 0 }
  return async ({ text }) => (await memory.search(text, settings)).answer.results.length
}

const search = 'a search without a model from end to end, six results with snippets'

/** A search from end to end, with what people are shown: six results, their texts read and their snippets cut. */
export const keywordSearch = questionBenchmark({
  name: 'keyword-search',
  what: search,
  bound: { factor: 10, extra: 0 },
  answerer: searcher,
})

/** The same for the slowest questions. */
export const keywordSearchSlowest = questionBenchmark({
  name: 'keyword-search-slowest',
  what: search,
  bound: { factor: 0, extra: 10 },
  answerer: searcher,
  of: '95th percentile',
})
