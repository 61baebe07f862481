import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BenchmarkError } from '../benchmark-error.js'
import { createRandom } from '../random.js'
import { percentile } from '../statistics.js'
import { makeTopicVectors, vectorNear } from '../topic-vectors.js'
import { drawWords } from './corpora.js'
import { libraries } from './libraries.js'
import { nearestExactly, recallOf, unit } from './nearest-exactly.js'

const dimensions = 384
const limit = 10
const questions = 40
const wordsPerQuestion = 4
const seed = 29

/** @typedef {import('./measure-programs.js').Figure} Figure */

/** What is reported, in this order. @type {readonly Omit<Figure, 'rows' | 'must'>[]} */
const kinds = [
  { name: 'build', unit: 'time' },
  { name: 'search by four words, p50', unit: 'time' },
  { name: 'search by four words, p95', unit: 'time' },
  { name: 'search by a vector, p50', unit: 'time' },
  { name: 'search by a vector, p95', unit: 'time' },
  { name: 'recall@10 of the nearest', unit: 'share' },
  { name: 'files', unit: 'memory' },
  { name: 'memory, texts and vectors included', unit: 'memory' },
]

/**
 * Measures libraries one after the other, each by a process of its own in each run.
 * @param {readonly string[]} ids of the libraries
 * @param {{ space: import('../workspace.js').Workspace, corpus: import('./corpora.js').Corpus, runs: number }} options
 * @returns {Promise<{ systems: import('./render-peers.js').System[], figures: Figure[] }>}
 */
export async function measureLibraries(ids, { space, corpus, runs }) {
  const measured = ids.map((id) => ({ id, library: makeLibrary(id) }))
  const { folder, exact } = writeData(space, corpus)
  /** @type {Map<string, string>} */
  const failures = new Map()
  /** @type {Record<string, Record<string, number>>[]} */
  const rows = []
  for (let run = 0; run < runs; run += 1) {
    /** @type {Record<string, Record<string, number>>} */
    const row = {}
    for (const { id, library } of measured) {
      const scratch = mkdtempSync(join(space.folder, 'library-'))
      const measuring = library.measure(folder, scratch)
      row[id] = await measuring.then(
        (one) => figuresOf(one, exact),
        (error) => failureOf(failures, id, error),
      )
      rmSync(scratch, { recursive: true })
    }
    rows.push(row)
  }
  const systems = measured.map(({ id, library: { name, version, node } }) => {
    const failure = failures.get(id)
    return { id, name, version, node, ...(failure === undefined ? {} : { failure }) }
  })
  return {
    systems,
    figures: kinds.map((kind) => ({
      ...kind,
      must: undefined,
      rows: rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).flatMap(([id, { [kind.name]: value }]) =>
            value === undefined ? [] : [[id, value]],
          ),
        ),
      ),
    })),
  }
}

/**
 * Not every library holds so many vectors: the others are measured all the same.
 * @param {Map<string, string>} failures
 * @param {string} id
 * @param {Error} error
 * @returns {Record<string, number>} no figures
 */
function failureOf(failures, id, error) {
  if (id === 'recallite' || id === 'limit') throw error
  failures.set(id, /\w*Error: (.+)/u.exec(error.message)?.[1] ?? error.message.slice(-200))
  return {}
}

/** @param {string} id */
function makeLibrary(id) {
  const make = libraries[id]
  if (!make) throw new BenchmarkError('WRONG_RESULT', `No library is called ${id}.`)
  return make()
}

/**
 * Writes what hosts read: texts, vectors as 32-bit floats, and queries.
 * @param {import('../workspace.js').Workspace} space
 * @param {import('./corpora.js').Corpus} corpus
 */
function writeData(space, { notes }) {
  const folder = join(space.folder, 'data')
  mkdirSync(folder)
  const random = createRandom(seed)
  const vectors = makeTopicVectors(notes.length, { dimensions, perTopic: 1, seed }).map(unit)
  const asked = Array.from({ length: questions }, () => unit(vectorNear(random.pick(vectors), random)))
  const words = drawWords(notes, { random, count: questions, words: wordsPerQuestion })
  const texts = notes.map(({ title, text }) => JSON.stringify({ title, text }))
  const numbers = new Float32Array(notes.length * dimensions)
  for (const [place, vector] of vectors.entries()) numbers.set(vector, place * dimensions)
  writeFileSync(join(folder, 'texts.jsonl'), texts.join('\n'))
  writeFileSync(join(folder, 'vectors.f32'), numbers)
  const queries = { dimensions, limit, words, vectors: asked.map((vector) => [...vector]) }
  writeFileSync(join(folder, 'queries.json'), JSON.stringify(queries))
  return { folder, exact: asked.map((vector) => nearestExactly(vectors, vector, limit)) }
}

/**
 * @param {import('./libraries.js').Measured} measured
 * @param {readonly import('./nearest-exactly.js').Nearest[]} exact
 * @returns {Record<string, number>} by the names of figures
 */
function figuresOf({ build, words, vectors, nearest, megabytes, memory }, exact) {
  const byWords = words && {
    'search by four words, p50': percentile(words, 0.5),
    'search by four words, p95': percentile(words, 0.95),
  }
  const byVectors = vectors && {
    'search by a vector, p50': percentile(vectors, 0.5),
    'search by a vector, p95': percentile(vectors, 0.95),
  }
  const recall = nearest && { 'recall@10 of the nearest': recallOf(nearest, exact) }
  const files = megabytes > 0 ? { files: megabytes } : {}
  return {
    build,
    ...byWords,
    ...byVectors,
    ...recall,
    ...files,
    'memory, texts and vectors included': memory,
  }
}
