import { assertResult } from '../benchmark-error.js'
import { createRandom } from '../random.js'
import { percentile, timeEach } from '../statistics.js'
import { perFile, questionCount, sizeIn } from '../stores.js'
import { createWordVectors } from '../vectors.js'

/** @typedef {import('../workspace.js').Workspace} Workspace */
/** @typedef {import('@recallite/core/records').RecordMemory} RecordMemory */

/** Records with the same value of the parameter that is filtered by: 1 in so many. */
const values = 100
const wordsPerRecord = 20
const wordsPerQuestion = 4
const limit = 10

/** @param {Workspace} space */
function contentsOf({ notes, files }) {
  const texts = notes.map(({ text }) => text.match(/\p{L}+/gu) ?? [])
  return Array.from({ length: perFile * files }, (_, number) => {
    const words = texts[number % texts.length] ?? []
    const from = (Math.floor(number / texts.length) * 3) % Math.max(1, words.length - wordsPerRecord)
    return `${words.slice(from, from + wordsPerRecord).join(' ')}, run ${number}`
  })
}

/** A memory of many records, and ten in a collection of their own. @param {Workspace} space */
async function prepareGround(space) {
  const { createMemory } = await import('@recallite/core')
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  const records = await openSqliteRecords({ path: space.freshPath() })
  const store = await openSqliteStore({ path: space.freshPath(), create: true })
  const { records: memory } = createMemory({ store, records, models: [createWordVectors()] })
  const contents = contentsOf(space)
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
  const random = createRandom(11)
  const asked = Array.from({ length: questionCount }, () =>
    random.pick(contents).split(' ').slice(0, wordsPerQuestion).join(' '),
  )
  await assertAllOfFew(memory, contents[0] ?? '')
  return { memory, asked }
}

/** Either retriever finds all of a small collection, whatever else there is. @param {RecordMemory} memory @param {string} first */
async function assertAllOfFew(memory, first) {
  for (const [mode, question] of /** @type {const} */ ([
    ['keyword', 'run'],
    ['vector', first],
  ])) {
    const { results } = await memory.recall(question, { collection: 'few', limit, threshold: 0, mode })
    assertResult(results.length === limit, `A recall by ${mode} found ${results.length} of ${limit} records.`)
  }
}

/**
 * The 95th percentile of a recall's time, with a filter that 1 % pass, another one each time, or without.
 * @param {Awaited<ReturnType<typeof prepareGround>>} ground
 * @param {{ mode: 'hybrid' | 'keyword', isFiltered: boolean }} how
 */
async function timeRecalls({ memory, asked }, { mode, isFiltered }) {
  const times = await timeEach(asked, async (question, number) => {
    const force = number % values
    const filter = isFiltered ? { 'params.force': force } : undefined
    const { results } = await memory.recall(question, { limit, threshold: 0, mode, filter })
    const forces = results.map(({ record }) => /** @type {any} */ (record.context['params'])?.force)
    const isWanted = isFiltered ? forces.every((each) => each === force) : results.length > 0
    assertResult(isWanted, `The recall with ${JSON.stringify(filter)} found ${results.length}.`)
  })
  return percentile(times, 0.95)
}

/** @param {string} name @param {'hybrid' | 'keyword'} mode @param {number} factor @returns {import('../benchmark-table.js').Benchmark} */
function recallBenchmark(name, mode, factor) {
  return {
    name,
    what: `recalls (${mode}) with a filter that 1 % of the records pass, another one each time: the 95th percentile of ${questionCount}`,
    comparedWith: 'the same recalls without the filter',
    figures: [{ name, unit: 'time', bound: { factor, extra: 0 } }],
    sizeOf: sizeIn('records'),
    async prepare(space) {
      // Storing the records takes longer than all recalls.
      const ground = await space.once('filtered-recall', () => prepareGround(space))
      return {
        subject: () => timeRecalls(ground, { mode, isFiltered: true }),
        baseline: () => timeRecalls(ground, { mode, isFiltered: false }),
      }
    },
  }
}

/** By words and vectors, which are compared one by one. */
export const filteredRecall = recallBenchmark('filtered-recall', 'hybrid', 2)

/** By words alone: to read the metadata of a thousand records takes as long as to find the words. */
export const filteredRecallByWords = recallBenchmark('filtered-recall-by-words', 'keyword', 3)
