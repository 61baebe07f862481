import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { createRandom } from '@recallite/test-kit/random'
import { percentile, timeEach } from '../statistics.ts'
import { perFile, questionCount, sizeIn } from '../stores.ts'
import { createWordVectors } from '../vectors.ts'
import type { Workspace } from '../workspace.ts'

/** One in this many records has the value of the filter. */
const values = 100
const wordsPerRecord = 20
const wordsPerQuestion = 4
const limit = 10

function contentsOf({ notes, files }: Workspace) {
  const texts = notes.map(({ text }) => text.match(/\p{L}+/gu) ?? [])
  return Array.from({ length: perFile * files }, (_, number) => {
    const words = texts[number % texts.length] ?? []
    const from = (Math.floor(number / texts.length) * 3) % Math.max(1, words.length - wordsPerRecord)
    return `${words.slice(from, from + wordsPerRecord).join(' ')}, run ${number}`
  })
}

async function prepareGround(space: Workspace) {
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
  await memory.index()
  const random = createRandom(11)
  const questions = Array.from({ length: questionCount }, () =>
    random.pick(contents).split(' ').slice(0, wordsPerQuestion).join(' '),
  )
  return { memory, questions }
}

/** The 95th percentile of recalls with filters that 1 % of the records pass, or without filters. */
async function timeRecalls(
  { memory, questions }: Awaited<ReturnType<typeof prepareGround>>,
  { mode, isFiltered }: { mode: 'hybrid' | 'keyword'; isFiltered: boolean },
) {
  const times = await timeEach(questions, async (question, number) => {
    const force = number % values
    const filter = isFiltered ? { 'params.force': force } : undefined
    const { results } = await memory.recall(question, { limit, threshold: 0, mode, filter })
    const forces = results.map(
      ({ record }) => (record.context['params'] as { force?: number } | undefined)?.force,
    )
    const isWanted = isFiltered ? forces.every((each) => each === force) : results.length > 0
    assertResult(isWanted, `The recall with ${JSON.stringify(filter)} found ${results.length}.`)
  })
  return percentile(times, 0.95)
}

function recallBenchmark(name: string, mode: 'hybrid' | 'keyword', factor: number): Benchmark {
  return {
    name,
    what: `recalls (${mode}), each with a different filter that 1 % of the records pass: the 95th percentile of ${questionCount}`,
    comparedWith: 'the same recalls without the filter',
    figures: [{ name, unit: 'time', bound: { factor, extra: 0 } }],
    sizeOf: sizeIn('records'),
    async prepare(space) {
      // Shared, because storing the records takes longer than all recalls.
      const ground = await space.once('filtered-recall', () => prepareGround(space))
      return {
        subject: () => timeRecalls(ground, { mode, isFiltered: true }),
        baseline: () => timeRecalls(ground, { mode, isFiltered: false }),
      }
    },
  }
}

/** Hybrid; vectors are compared exactly. */
export const filteredRecall = recallBenchmark('filtered-recall', 'hybrid', 2)

/** Keywords only. Reading the metadata of a thousand records takes as long as finding the words. */
export const filteredRecallByWords = recallBenchmark('filtered-recall-by-words', 'keyword', 3)
