import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Chunk
 * @property {string} id its number
 * @property {string} title
 * @property {string} text
 * @property {Float32Array} vector of length 1
 */

/**
 * @typedef {object} Built a library that holds all chunks; each search gives ids, the best first
 * @property {((words: string, limit: number) => Promise<readonly string[]>) | undefined} [byWords]
 * @property {((vector: Float32Array, limit: number) => Promise<readonly string[]>) | undefined} [byVector]
 */

const [dataFolder = '', scratchFolder = '', ...further] = process.argv.slice(2)

/** Where a library may write. */
export const scratch = scratchFolder
/** What a host is given besides. */
export const args = further

/**
 * Builds a library of the chunks, searches it once to warm it up and once timed, and prints `Measured` as JSON.
 * @param {(chunks: readonly Chunk[]) => Promise<Built>} build
 */
export async function measureLibrary(build) {
  const { dimensions, limit, words, vectors } = JSON.parse(read('queries.json'))
  const chunks = readChunks(dimensions)
  const started = performance.now()
  const { byWords, byVector } = await build(chunks)
  const milliseconds = performance.now() - started
  const asked = vectors.map((/** @type {number[]} */ vector) => Float32Array.from(vector))
  const foundByWords = byWords && (await timeTwice(words, (text) => byWords(text, limit)))
  const foundByVector = byVector && (await timeTwice(asked, (vector) => byVector(vector, limit)))
  const searches = describeSearches(foundByWords, foundByVector)
  const memory = process.resourceUsage().maxRSS / 1000
  const measured = { build: milliseconds, ...searches, megabytes: bytesIn(scratch) / 1e6, memory }
  process.stdout.write(JSON.stringify(measured))
}

/** @typedef {Awaited<ReturnType<typeof timeTwice>>} Timed */

/** @param {Timed | undefined} byWords @param {Timed | undefined} byVector */
function describeSearches(byWords, byVector) {
  if (byWords?.found.some(({ length }) => length === 0)) {
    throw new RangeError('A search by words found nothing.')
  }
  const { times: words = null } = byWords ?? {}
  const { times: vectors = null, found: nearest = null } = byVector ?? {}
  return { words, vectors, nearest: nearest?.some(({ length }) => length > 0) ? nearest : null }
}

/** @param {string} file */
function read(file) {
  return readFileSync(join(dataFolder, file), 'utf8')
}

/** @param {number} dimensions @returns {Chunk[]} */
function readChunks(dimensions) {
  const { buffer, byteOffset, byteLength } = readFileSync(join(dataFolder, 'vectors.f32'))
  const numbers = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))
  return read('texts.jsonl')
    .split('\n')
    .map((line, place) => ({
      ...JSON.parse(line),
      id: `${place}`,
      vector: numbers.subarray(place * dimensions, (place + 1) * dimensions),
    }))
}

/**
 * @template Query
 * @param {readonly Query[]} queries
 * @param {(query: Query) => Promise<readonly string[]>} search
 */
async function timeTwice(queries, search) {
  for (const query of queries) await search(query)
  const times = []
  const found = []
  for (const query of queries) {
    const started = performance.now()
    found.push(await search(query))
    times.push(performance.now() - started)
  }
  return { times, found }
}

/** @param {string} folder */
function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
