import { join } from 'node:path'
import { assertRecall } from '../assert-recall.js'
import { BenchmarkError } from '../benchmark-error.js'
import { createRandom } from '../random.js'
import { scanOf } from '../scan-memory.js'
import { percentile } from '../statistics.js'
import { makeTopicVectors, vectorNear } from '../topic-vectors.js'

/** 100,000 for the 2,000 files of the usual corpus. */
const vectorsPerFile = 50
/** A chunk as a whole, and two pieces of it. */
const vectorsPerChunk = 3
const dimensions = 384
const questions = 40
/** As many as a search asks of the retriever. */
const limit = 100
const chunksAtOnce = 100
const usualPercentile = 0.95
const seed = 13
/** They have 1, 10 and 89 of 100 documents. */
const roots = ['one', 'ten', 'rest']
/** Pass 1, 10 and 90 hundredths of the chunks. */
const filters = [['one'], ['ten'], ['one', 'rest']]
const space = { provider: 'bench', model: 'topics', dimensions, promptStyle: 'plain' }

/** The texts of its inputs are the numbers of their vectors. @param {number} number */
function chunkOf(number) {
  const texts = Array.from({ length: vectorsPerChunk }, (_, piece) => `${number * vectorsPerChunk + piece} `)
  const text = texts.join('')
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [], tokens: 1 }
  const words = { text: [], parts: [], place: [] }
  const inputs = texts.map((_, piece) => {
    const from = texts.slice(0, piece).join('').length
    return { prefix: '', from, to: from + `${texts[piece]}`.length }
  })
  return { id: `${number}`.padStart(8, '0'), text, ...place, words, termList: new Uint8Array(), inputs }
}

/** @param {number} document */
function rootOf(document) {
  if (document % 100 === 0) return 'one'
  return document % 10 === 1 ? 'ten' : 'rest'
}

/**
 * @param {import('../workspace.js').Workspace} workspace
 * @param {readonly Float32Array[]} vectors
 */
async function openFilled(workspace, vectors) {
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const store = await openSqliteStore({ path: workspace.freshPath() })
  for (const name of roots) await store.putRoot({ name, path: join(workspace.corpus, name) })
  await store.putSpace(space)
  const about = { title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '', readAt: 0 }
  const chunkCount = Math.floor(vectors.length / vectorsPerChunk)
  for (let from = 0; from < chunkCount; from += chunksAtOnce) {
    const size = Math.min(chunksAtOnce, chunkCount - from)
    const chunks = Array.from({ length: size }, (_, place) => chunkOf(from + place))
    await store.writeDocuments({
      put: [{ document: { ...about, root: rootOf(from / chunksAtOnce), path: `${from}.md` }, chunks }],
    })
    const pending = await store.pendingTexts(space, { limit: size * vectorsPerChunk })
    const entries = pending.map(({ key, text }) => ({
      key,
      vector: vectors[Number(text)] ?? new Float32Array(),
    }))
    await store.putVectors(space, entries)
  }
  return store
}

/** @param {import('../workspace.js').Workspace} workspace */
async function prepareGround(workspace) {
  const vectors = makeTopicVectors(vectorsPerFile * workspace.size.files, {
    dimensions,
    perTopic: vectorsPerChunk,
    seed,
  })
  const store = await openFilled(workspace, vectors)
  await assertRecall(store, space)
  const random = createRandom(seed + 1)
  const asked = Array.from({ length: questions }, () => vectorNear(random.pick(vectors), random))
  return { store, asked, count: vectors.length }
}

/**
 * The 95th percentile of the questions.
 * @param {Awaited<ReturnType<typeof prepareGround>>} ground
 * @param {Extract<import('@recallite/store').SearchFilter, { kind: 'root' }>} [filter]
 */
async function askAll({ store, asked, count }, filter) {
  const names = filter?.names ?? roots
  const chunks = Math.floor(count / vectorsPerChunk)
  const passing = Array.from({ length: chunks }, (_, number) => rootOf(Math.floor(number / chunksAtOnce)))
  const wanted = Math.min(limit, passing.filter((root) => names.includes(root)).length)
  const times = []
  for (const vector of asked) {
    const started = performance.now()
    const { length } = await store.findByVector({ space, vector, limit, filter })
    times.push(performance.now() - started)
    if (length !== wanted) throw new BenchmarkError('WRONG_RESULT', `${length} of ${wanted} were found.`)
  }
  return percentile(times, usualPercentile)
}

/** The nearest vectors of many, which `doctor --recall` would find to be nearly all. @type {import('../benchmark-table.js').Benchmark} */
export const vectorSearch = {
  name: 'vector-search',
  what: `the ${limit} nearest chunks by ${vectorsPerFile} vectors for each file, of ${dimensions} numbers, in an open store: the 95th percentile of ${questions}`,
  comparedWith: 'reading as many numbers out of memory, one after the other',
  bound: { factor: 3, extra: 0 },
  async prepare(workspace) {
    const ground = await prepareGround(workspace)
    return { baseline: scanOf(ground.count * dimensions), subject: () => askAll(ground) }
  },
}

/** The nearest vectors of the chunks that pass a filter. @type {import('../benchmark-table.js').Benchmark} */
export const filteredVectors = {
  name: 'filtered-vectors',
  what: 'the same under filters that 1, 10 and 90 of 100 chunks pass: the slowest of the three',
  comparedWith: 'the same without a filter',
  bound: { factor: 2, extra: 0 },
  async prepare(workspace) {
    const ground = await prepareGround(workspace)
    return {
      baseline: () => askAll(ground),
      async subject() {
        const times = []
        for (const names of filters) times.push(await askAll(ground, { kind: 'root', names }))
        return Math.max(...times)
      },
    }
  },
}
