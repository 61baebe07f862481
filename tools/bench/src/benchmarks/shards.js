import { assertResult } from '../benchmark-error.js'
import { createShardedStore, isInShard } from '../shards/sharded-store.js'
import { percentile } from '../statistics.js'
import { embeddedNotes, perFile, sizeIn, writeChunks, writeVectorQuestions } from '../stores.js'

const dimensions = 384
const limit = 50

/** @typedef {ReturnType<typeof embeddedNotes>} Content */
/** @typedef {Awaited<ReturnType<typeof writeVectorQuestions>>} Questions */
/** @typedef {Awaited<ReturnType<typeof writeShards>>} Shards */
/** @typedef {{ byWords: string, byVector: string }} Answer the ids that each retriever found, in order */

/** @param {import('../workspace.js').Workspace} workspace @param {Content} content @param {number} count of shards */
async function writeShards(workspace, { notes, embedded }, count) {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const stores = []
  while (stores.length < count) stores.push(await openSqliteStore({ path: workspace.freshPath() }))
  /** @type {number[][]} */
  const rounds = []
  const store = createShardedStore(stores, (times) => void rounds.push([...times]))
  for (const [number, shard] of stores.entries()) {
    const isWanted = (/** @type {number} */ document) => isInShard(document, number, count)
    await writeChunks(shard, notes, { embedded, isWanted })
  }
  const counts = await Promise.all(stores.map((each) => each.readCounts({})))
  return { store, rounds, space: embedded.space, largest: Math.max(...counts.map(({ chunks }) => chunks)) }
}

/**
 * Shards are asked in turn; the time of a round is that of the slowest, as if each were a machine of its own, without a network.
 * @param {Shards} shards
 * @param {Questions} asked
 */
async function askShards(shards, asked) {
  // The first questions read what later ones find in memory.
  for (const question of asked) await ask(shards, question)
  const [answers, times, work] = [
    /** @type {Answer[]} */ ([]),
    /** @type {number[]} */ ([]),
    /** @type {number[]} */ ([]),
  ]
  for (const question of asked) {
    shards.rounds.length = 0
    const started = performance.now()
    answers.push(await ask(shards, question))
    const elapsed = performance.now() - started
    const all = shards.rounds.flat().reduce((sum, time) => sum + time, 0)
    const slowest = shards.rounds.reduce((sum, round) => sum + Math.max(...round), 0)
    times.push(elapsed - all + slowest)
    work.push(all)
  }
  return { answers, times, work }
}

/** Both retrievers as a search asks them. @param {Shards} shards @param {Questions[number]} question @returns {Promise<Answer>} */
async function ask({ store, space }, { text, vector }) {
  const { parseQuery } = await import('@recallite/analysis')
  const { wantedCounts } = await import('@recallite/keyword-ranking')
  const { languages } = await store.readCounts({})
  const { tree, scoring: terms } = parseQuery(text, { languages })
  const counts = await store.readCounts(wantedCounts(terms))
  const query = tree ?? { kind: /** @type {const} */ ('any'), parts: [] }
  const byWords = await store.findByWords({ query, limit, ranking: { terms, counts } })
  const byVector = await store.findByVector({ space, vector, limit })
  return { byWords: `${byWords.ids.slice(0, limit)}`, byVector: `${byVector.map(({ id }) => id)}` }
}

/** Documents divided among stores, which find what one index finds. @type {import('../benchmark-table.js').Benchmark} */
export const shards = {
  name: 'shards',
  what: 'a question to several stores that have the documents of one, answered by all at once',
  isByName: true,
  isWarm: true,
  figures: [
    { name: 'chunks in the largest', unit: 'count' },
    { name: 'question, p50', unit: 'time' },
    { name: 'question, p95', unit: 'time' },
    { name: 'work of all for a question', unit: 'time' },
    { name: 'same by vector', unit: 'share' },
  ],
  sizeOf: sizeIn('chunks'),
  async prepare(workspace, { shards: counts }) {
    const content = embeddedNotes(perFile * workspace.files, dimensions)
    const asked = await writeVectorQuestions(content)
    const one = await writeShards(workspace, content, 1)
    const expected = (await askShards(one, asked)).answers
    /** @param {Shards} several */
    const measure = async (several) => {
      const { answers, times, work } = await askShards(several, asked)
      const sameOf = (/** @type {keyof Answer} */ by) =>
        answers.filter((answer, index) => answer[by] === expected[index]?.[by]).length / asked.length
      assertResult(sameOf('byWords') === 1, 'Shards find other chunks by words than one index.')
      return {
        'chunks in the largest': several.largest,
        'question, p50': percentile(times, 0.5),
        'question, p95': percentile(times, 0.95),
        'work of all for a question': work.reduce((sum, time) => sum + time, 0) / work.length,
        'same by vector': sameOf('byVector'),
      }
    }
    /** @type {Record<string, () => ReturnType<typeof measure>>} */
    const sides = { 'one store': () => measure(one) }
    for (const count of counts) {
      const several = await writeShards(workspace, content, count)
      sides[`${count} shards`] = () => measure(several)
    }
    return sides
  },
}
