import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BenchmarkError } from '../benchmark-error.js'
import { createRandom } from '../random.js'
import { percentile } from '../statistics.js'
import { createWordVectors } from '../word-vectors.js'

/** 100,000 for the 2,000 files of the usual corpus. */
const recordsPerFile = 50
/** Records with the same value of the parameter that is filtered by: 1 in so many. */
const values = 100
const wordsPerRecord = 20
const wordsPerQuestion = 4
const questions = 40
const limit = 10
const usualPercentile = 0.95
const seed = 11

/**
 * @typedef {object} Ground
 * @property {import('@recallite/core/records').RecordMemory} memory
 * @property {readonly string[]} asked
 */

/** @typedef {import('@recallite/core/records').RecallOptions} RecallOptions */

/** @param {import('../workspace.js').Workspace} space @param {number} count */
function contentsOf({ notes }, count) {
  const texts = notes.map(({ text }) => text.match(/\p{L}+/gu) ?? [])
  return Array.from({ length: count }, (_, number) => {
    const words = texts[number % texts.length] ?? []
    const from = (Math.floor(number / texts.length) * 3) % Math.max(1, words.length - wordsPerRecord)
    return `${words.slice(from, from + wordsPerRecord).join(' ')}, run ${number}`
  })
}

/** A memory of many records, and ten in a collection of their own. @param {import('../workspace.js').Workspace} space @returns {Promise<Ground>} */
async function prepareGround(space) {
  const { createMemory } = await import('@recallite/core')
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  const folder = join(space.folder, 'records')
  mkdirSync(folder)
  const records = await openSqliteRecords({ path: join(folder, 'records.sqlite') })
  const store = await openSqliteStore({ path: join(folder, 'index.sqlite'), create: true })
  const whole = createMemory({ store, records, models: [createWordVectors()] })
  const memory = { ...whole.records, close: () => whole.close() }
  const contents = contentsOf(space, recordsPerFile * space.size.files)
  const inputs = contents.map((content, number) => ({
    content,
    context: { params: { force: number % values } },
  }))
  for (let from = 0; from < inputs.length; from += 1000) {
    await records.put(inputs.slice(from, from + 1000), { allowDuplicate: true })
  }
  const few = contents.slice(0, limit).map((content) => ({ content, collection: 'few' }))
  await records.put(few, { allowDuplicate: true })
  await memory.index()
  const random = createRandom(seed)
  const asked = Array.from({ length: questions }, () => {
    const words = random.pick(contents).split(' ')
    return words.slice(0, wordsPerQuestion).join(' ')
  })
  await assertAllOfFew(memory, contents[0] ?? '')
  return { memory, asked }
}

/** Either retriever finds all of a small collection, whatever else there is. @param {Ground['memory']} memory @param {string} first */
async function assertAllOfFew(memory, first) {
  const { length } = (await memory.recall('run', { collection: 'few', limit, threshold: 0, mode: 'keyword' }))
    .results
  const near = await memory.recall(first, { collection: 'few', limit, threshold: 0, mode: 'vector' })
  if (length === limit && near.results.length === limit) return
  const message = `Of ${limit} records, words found ${length} and vectors ${near.results.length}.`
  throw new BenchmarkError('WRONG_RESULT', message)
}

/** Storing the records takes longer than all recalls. @type {WeakMap<import('../workspace.js').Workspace, Promise<Ground>>} */
const grounds = new WeakMap()

/** @param {import('../workspace.js').Workspace} space */
function groundOf(space) {
  const ground = grounds.get(space) ?? prepareGround(space)
  grounds.set(space, ground)
  return ground
}

/**
 * The 95th percentile of a recall's time.
 * @param {Ground} ground
 * @param {(number: number) => RecallOptions} optionsOf
 */
async function timeRecalls({ memory, asked }, optionsOf) {
  const times = []
  for (const [number, question] of asked.entries()) {
    const options = { limit, threshold: 0, ...optionsOf(number) }
    const started = performance.now()
    const { results } = await memory.recall(question, options)
    times.push(performance.now() - started)
    assertWanted(results, options)
  }
  return percentile(times, usualPercentile)
}

/** @param {readonly import('@recallite/core/records').RecallResult[]} results @param {RecallOptions} options */
function assertWanted(results, { filter }) {
  const { 'params.force': force } = /** @type {Record<string, number>} */ (filter ?? {})
  const isWanted = results.every(({ record }) => {
    const params = /** @type {{ force: number } | undefined} */ (record.context['params'])
    return force === undefined || params?.force === force
  })
  if (isWanted && (results.length > 0 || force !== undefined)) return
  throw new BenchmarkError(
    'WRONG_RESULT',
    `The recall with ${JSON.stringify(filter)} found ${results.length}.`,
  )
}

/** @param {Pick<import('../benchmark-table.js').Benchmark, 'name' | 'what' | 'bound'> & { mode: 'hybrid' | 'keyword' }} subject @returns {import('../benchmark-table.js').Benchmark} */
function recallBenchmark({ name, what, bound, mode }) {
  return {
    name,
    what: `${what} with a filter that 1 % of 50 records for each file pass, another one each time: the 95th percentile of ${questions}`,
    comparedWith: 'the same recalls without the filter',
    bound,
    async prepare(space) {
      const ground = await groundOf(space)
      return {
        baseline: () => timeRecalls(ground, () => ({ mode })),
        subject: () =>
          timeRecalls(ground, (number) => ({ mode, filter: { 'params.force': number % values } })),
      }
    },
  }
}

/** By words and vectors, which are compared one by one. */
export const filteredRecall = recallBenchmark({
  name: 'filtered-recall',
  what: 'recalls',
  bound: { factor: 2, extra: 0 },
  mode: 'hybrid',
})

/** By words alone: to read the metadata of a thousand records takes as long as to find the words. */
export const filteredRecallByWords = recallBenchmark({
  name: 'filtered-recall-by-words',
  what: 'recalls by words alone',
  bound: { factor: 3, extra: 0 },
  mode: 'keyword',
})
