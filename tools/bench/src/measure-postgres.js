import { BenchmarkError } from './benchmark-error.js'
import { generateCorpus } from './generate-corpus.js'
import { questions, writeQuestions } from './questions.js'
import { createRandom } from './random.js'
import { createReadyModel } from './ready-model.js'
import { percentile } from './statistics.js'
import { makeTopicVectors, vectorNear } from './topic-vectors.js'
import { writeChunks } from './write-chunks.js'

const dimensions = 384
const space = { provider: 'bench', model: 'topics-384', dimensions, promptStyle: 'plain' }
const seed = 31
const limit = 6
/** What a search asks each retriever for. */
const candidates = 100
/** Of the documents `0.md`, `100.md`, … of 100 chunks each: ten, which are one percent of 100,000 chunks. */
const onePercent = { kind: /** @type {const} */ ('path'), globs: ['9?00.md'] }

/**
 * @typedef {object} PostgresTimes
 * @property {number} chunks
 * @property {number | null} written seconds for chunks and vectors, their indexes included; null if they were there
 * @property {Times} hybrid a search by twelve words and a vector that is ready, six results with snippets
 * @property {Times} words the same by words alone
 * @property {Times} filtered 100 candidates by vector of the one percent that pass a filter
 * @property {number} fewestFiltered the least number that a filtered question found, where 100 were wanted and pass
 * @property {number} recall of the ten nearest, against comparing every vector
 */

/** @typedef {{ p50: number, p95: number }} Times in milliseconds */

/**
 * Writes generated notes with synthetic vectors into a schema of a PostgreSQL server, if it does not have them, and asks questions.
 * @param {{ url: string, schema: string, chunks: number }} how the schema stays
 * @returns {Promise<PostgresTimes>}
 * @throws BenchmarkError `WRONG_RESULT` where a search finds less than it must
 */
export async function measurePostgres({ url, schema, chunks }) {
  const { openPostgresStore } = await import('@recallite/store-postgres')
  const store = await openPostgresStore({ url, schema })
  try {
    const notes = generateCorpus(chunks)
    const vectors = makeTopicVectors(chunks, { dimensions, perTopic: 1, seed })
    const written = await writeMissing(store, notes, vectors)
    const random = createRandom(seed + 1)
    const texts = await writeQuestions({ notes, count: () => 0 })
    const asked = texts.map(({ text }) => ({ text, vector: vectorNear(random.pick(vectors), random) }))
    return {
      chunks,
      written,
      hybrid: await timeSearches(store, asked, { mode: 'hybrid' }),
      words: await timeSearches(store, asked, { mode: 'keyword' }),
      ...(await timeFiltered(store, asked)),
      recall: await recallOf(store),
    }
  } finally {
    await store.close()
  }
}

/**
 * @param {import('@recallite/store').Store} store
 * @param {readonly import('./generate-corpus.js').Note[]} notes
 * @param {readonly Float32Array[]} vectors
 */
async function writeMissing(store, notes, vectors) {
  if ((await store.status()).chunks === notes.length) return null
  const started = performance.now()
  await writeChunks(store, notes, { embedded: { vectors, space } })
  return (performance.now() - started) / 1000
}

/** @typedef {{ text: string, vector: Float32Array }} Question */

/**
 * @param {import('@recallite/store').Store} store
 * @param {readonly Question[]} asked
 * @param {{ mode: 'hybrid' | 'keyword' }} how
 * @returns {Promise<Times>}
 */
async function timeSearches(store, asked, { mode }) {
  const { createMemory } = await import('@recallite/core')
  const ready = new Map(asked.map(({ text, vector }) => [text, vector]))
  const models = mode === 'hybrid' ? [createReadyModel(space, ready)] : []
  const memory = createMemory({ store, models, freshness: 'none' })
  return timeEach(asked, async ({ text }) => {
    const { answer } = await memory.search(text, { limit, threshold: 0 })
    if (answer.mode === mode && answer.results.length === limit) return
    throw new BenchmarkError('WRONG_RESULT', `A ${answer.mode} search found ${answer.results.length}.`)
  })
}

/** @param {import('@recallite/store').Store} store @param {readonly Question[]} asked */
async function timeFiltered(store, asked) {
  const counts = /** @type {number[]} */ ([])
  const filtered = await timeEach(asked, async ({ vector }) => {
    const found = await store.findByVector({ space, vector, limit: candidates, filter: onePercent })
    counts.push(found.length)
  })
  return { filtered, fewestFiltered: Math.min(...counts) }
}

/**
 * The times of questions that were asked once before, as those of a server that runs.
 * @param {readonly Question[]} asked
 * @param {(question: Question) => Promise<void>} ask
 * @returns {Promise<Times>}
 */
async function timeEach(asked, ask) {
  for (const question of asked) await ask(question)
  const times = []
  for (const question of asked) {
    const started = performance.now()
    await ask(question)
    times.push(performance.now() - started)
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

/** @param {import('@recallite/store').Store} store */
async function recallOf(store) {
  const { measureRecall } = await import('@recallite/core/doctor')
  const { recall } = await measureRecall(store, space, { queries: questions })
  return recall
}
