import { BenchmarkError } from '../benchmark-error.js'
import { generateCorpus } from '../generate-corpus.js'
import { writeQuestions } from '../questions.js'
import { createRandom } from '../random.js'
import { percentile } from '../statistics.js'
import { makeTopicVectors, vectorNear } from '../topic-vectors.js'
import { writeChunks } from '../write-chunks.js'
import { createShardedStore } from './sharded-store.js'

const dimensions = 384
const space = { provider: 'bench', model: 'topics-384', dimensions, promptStyle: 'plain' }
const limit = 50
const seed = 29

/**
 * @typedef {object} ShardTimes in milliseconds, over all questions
 * @property {number} shards
 * @property {number} largest the most chunks that one shard has
 * @property {number} p50 of a question where all shards work at once: in each round the slowest of them, and the merge
 * @property {number} p95
 * @property {number} work of all shards together, for one question, on average
 * @property {number} sameByVector the share of questions whose nearest chunks were those of one index, in order
 */

/**
 * Writes notes into stores of one and of several shards and asks them the same questions. Shards are asked in turn; the time of
 * a round is that of the slowest, as if each were a machine of its own: the network is not in it.
 * @param {{ folder: string, chunks: number, shards: readonly number[] }} how
 * @returns {Promise<ShardTimes[]>}
 * @throws BenchmarkError `WRONG_RESULT` where the answers by words are not those of one index
 */
export async function measureShards({ folder, chunks, shards }) {
  const notes = generateCorpus(chunks)
  const vectors = makeTopicVectors(chunks, { dimensions, perTopic: 1, seed })
  const random = createRandom(seed + 1)
  const written = (/** @type {number} */ count) =>
    writeShards(`${folder}/${count}`, count, { notes, embedded: { vectors, space } })
  const one = await written(1)
  const texts = await writeQuestions({ notes, count: () => 0 })
  const asked = texts.map(({ text }) => ({ text, vector: vectorNear(random.pick(vectors), random) }))
  const expected = await askShards(one, asked)
  const rows = [describe(1, expected, expected)]
  await one.store.close()
  for (const count of shards) {
    const several = await written(count)
    rows.push(describe(count, await askShards(several, asked), expected))
    await several.store.close()
  }
  return rows
}

/** @typedef {{ store: import('@recallite/store').Store, stores: readonly import('@recallite/store').Store[], rounds: number[][] }} Shards */

/**
 * @param {string} path
 * @param {number} count
 * @param {{ notes: readonly import('../generate-corpus.js').Note[], embedded: import('../write-chunks.js').Embedded }} content
 * @returns {Promise<Shards>}
 */
async function writeShards(path, count, { notes, embedded }) {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const stores = []
  for (let number = 0; number < count; number += 1) {
    stores.push(await openSqliteStore({ path: `${path}-${number}.sqlite` }))
  }
  /** @type {number[][]} */
  const rounds = []
  const store = createShardedStore(stores, (times) => void rounds.push([...times]))
  await writeChunks(store, notes, { embedded })
  for (const { maintenance } of stores) await maintenance.optimise()
  return { store, stores, rounds }
}

/**
 * @typedef {object} Asked
 * @property {{ byWords: readonly string[], byVector: readonly string[] }[]} answers
 * @property {{ atOnce: number, work: number }[]} times
 * @property {number} largest
 */

/**
 * @param {Shards} shards
 * @param {readonly { text: string, vector: Float32Array }[]} asked
 * @returns {Promise<Asked>}
 */
async function askShards({ store, stores, rounds }, asked) {
  // The first questions read what later ones find in memory.
  for (const question of asked) await ask(store, question)
  const [answers, times] = [/** @type {Asked['answers']} */ ([]), /** @type {Asked['times']} */ ([])]
  for (const question of asked) {
    rounds.length = 0
    const started = performance.now()
    answers.push(await ask(store, question))
    const elapsed = performance.now() - started
    const work = rounds.flat().reduce((sum, time) => sum + time, 0)
    const slowest = rounds.reduce((sum, round) => sum + Math.max(...round), 0)
    times.push({ atOnce: elapsed - work + slowest, work })
  }
  const counts = await Promise.all(stores.map((each) => each.readCounts({})))
  return { answers, times, largest: Math.max(...counts.map(({ chunks }) => chunks)) }
}

/** Both retrievers as a search asks them. @param {import('@recallite/store').Store} store @param {{ text: string, vector: Float32Array }} question */
async function ask(store, { text, vector }) {
  const { parseQuery } = await import('@recallite/analysis')
  const { wantedCounts } = await import('@recallite/keyword-ranking')
  const { languages } = await store.readCounts({})
  const { tree, scoring: terms } = parseQuery(text, { languages })
  const counts = await store.readCounts(wantedCounts(terms))
  const query = tree ?? { kind: /** @type {const} */ ('any'), parts: [] }
  const byWords = await store.findByWords({ query, limit, ranking: { terms, counts } })
  const byVector = await store.findByVector({ space, vector, limit })
  return { byWords: byWords.ids.slice(0, limit), byVector: byVector.map(({ id }) => id) }
}

/**
 * @param {number} shards
 * @param {Asked} asked
 * @param {Asked} expected
 * @returns {ShardTimes}
 */
function describe(shards, { answers, times, largest }, expected) {
  const isSame = (/** @type {'byWords' | 'byVector'} */ retriever) =>
    answers.map((answer, index) => `${answer[retriever]}` === `${expected.answers[index]?.[retriever]}`)
  if (isSame('byWords').includes(false)) {
    throw new BenchmarkError('WRONG_RESULT', `${shards} shards find other chunks by words than one index.`)
  }
  const atOnce = times.map((time) => time.atOnce)
  return {
    shards,
    largest,
    p50: percentile(atOnce, 0.5),
    p95: percentile(atOnce, 0.95),
    work: times.reduce((sum, time) => sum + time.work, 0) / times.length,
    sameByVector: isSame('byVector').filter(Boolean).length / answers.length,
  }
}
