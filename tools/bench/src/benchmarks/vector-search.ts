import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { createRandom } from '@recallite/test-kit/random'
import { percentile, timeEach } from '../statistics.ts'
import { assertRecall, perFile, questionCount, sizeIn, writeChunks } from '../stores.ts'
import { makeTopicVectors, scanOf, topicSpace, vectorNear } from '../vectors.ts'
import type { Workspace } from '../workspace.ts'

/** A whole chunk, and two pieces of it. */
const vectorsPerChunk = 3
const dimensions = 384
/** The number of candidates of the retriever. */
const limit = 100
const chunksPerDocument = 100
const seed = 13
/** The searched roots: 1, 10 and 90 of 100 chunks. */
const filters = [['one'], ['ten'], ['one', 'rest']]

/** The roots have 1, 10 and 89 of 100 documents. */
function rootOf(document: number) {
  if (document % 100 === 0) return 'one'
  return document % 10 === 1 ? 'ten' : 'rest'
}

async function prepareGround(workspace: Workspace) {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: workspace.freshPath() })
  const chunks = Math.floor((perFile * workspace.files) / vectorsPerChunk)
  const count = chunks * vectorsPerChunk
  const vectors = makeTopicVectors(count, { dimensions, perTopic: vectorsPerChunk, seed })
  const space = topicSpace(dimensions)
  const notes = Array.from({ length: chunks }, (_, number) => {
    const parts = Array.from({ length: vectorsPerChunk }, (_part, part) => `${number}-${part}`.padEnd(10))
    return { title: '', text: parts.join('') }
  })
  await writeChunks(store, notes, { embedded: { vectors, space }, chunksPerDocument, rootOf })
  await assertRecall(store, space)
  const random = createRandom(seed + 1)
  const questions = Array.from({ length: questionCount }, () => vectorNear(random.pick(vectors), random))
  const chunkRoots = notes.map((_, number) => rootOf(Math.floor(number / chunksPerDocument)))
  return { store, space, questions, count, chunkRoots }
}

const groundOf = (workspace: Workspace) => workspace.once('vector-search', () => prepareGround(workspace))

/** The 95th percentile of the queries in the roots with these names. */
async function askAll(
  { store, space, questions, chunkRoots }: Awaited<ReturnType<typeof prepareGround>>,
  names?: readonly string[],
) {
  const passing = chunkRoots.filter((root) => names?.includes(root) ?? true)
  const expected = Math.min(limit, passing.length)
  const filter = names && { kind: 'root' as const, names }
  const times = await timeEach(questions, async (vector) => {
    const { length } = await store.findByVector({ space, vector, limit, filter })
    assertResult(length === expected, `Found ${length} of ${expected}.`)
  })
  return percentile(times, 0.95)
}

/** The nearest of many vectors; a search should find nearly all of them. */
export const vectorSearch: Benchmark = {
  name: 'vector-search',
  what: `the ${limit} nearest chunks by vectors of ${dimensions} numbers, in an open store: the 95th percentile of ${questionCount}`,
  comparedWith: 'reading the same number of values from memory sequentially',
  figures: [{ name: 'vector-search', unit: 'time', bound: { factor: 3, extra: 0 } }],
  sizeOf: sizeIn('vectors'),
  async prepare(workspace) {
    const ground = await groundOf(workspace)
    return { subject: () => askAll(ground), baseline: scanOf(ground.count * dimensions) }
  },
}

/** The nearest vectors of the chunks that pass a filter. */
export const filteredVectors: Benchmark = {
  name: 'filtered-vectors',
  what: 'the same with filters that 1, 10 and 90 of 100 chunks pass: the slowest of the three',
  comparedWith: 'the same without a filter',
  figures: [{ name: 'filtered-vectors', unit: 'time', bound: { factor: 2, extra: 0 } }],
  sizeOf: sizeIn('vectors'),
  async prepare(workspace) {
    const ground = await groundOf(workspace)
    return {
      async subject() {
        const times = []
        for (const names of filters) times.push(await askAll(ground, names))
        return Math.max(...times)
      },
      baseline: () => askAll(ground),
    }
  },
}
