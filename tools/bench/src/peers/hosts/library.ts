/*
 * Builds a library of notes with a vector each, searches it once to warm it up and once timed, and prints the times:
 * node library.js <name> <folder of the package, file of the driver, or nothing> <data folder> <scratch folder>
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { timeEach } from '../../statistics.ts'
import { builders, type Chunk } from './builders.ts'

const [name = '', source = '', dataFolder = '', scratch = ''] = process.argv.slice(2)
const read = (file: string) => readFileSync(join(dataFolder, file))

const {
  dimensions,
  limit,
  words,
  vectors,
}: { dimensions: number; limit: number; words: string[]; vectors: number[][] } = JSON.parse(
  read('queries.json').toString(),
)

function readChunks(): Chunk[] {
  const { buffer, byteOffset, byteLength } = read('vectors.f32')
  const numbers = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))
  const lines = read('texts.jsonl').toString().split('\n')
  return lines.map((line, place) => ({
    ...JSON.parse(line),
    id: `${place}`,
    vector: numbers.subarray(place * dimensions, (place + 1) * dimensions),
  }))
}

async function timeTwice<Query>(
  queries: readonly Query[],
  search: ((query: Query, limit: number) => Promise<readonly string[]>) | undefined,
) {
  if (!search) return { times: null, found: null }
  const found: (readonly string[])[] = []
  await timeEach(queries, (query) => search(query, limit))
  const times = await timeEach(queries, async (query) => found.push(await search(query, limit)))
  return { times, found }
}

const build = builders[name]
if (!build) throw new RangeError(`No library is called ${name}.`)
const chunks = readChunks()
const started = performance.now()
const { byWords, byVector } = await build({ source, scratch, chunks })
const milliseconds = performance.now() - started
const texts = await timeTwice(words, byWords)
if (texts.found?.some(({ length }) => length === 0)) throw new RangeError('A search by words found nothing.')
const queries = vectors.map((vector) => Float32Array.from(vector))
const { times, found } = await timeTwice(queries, byVector)
const nearest = found?.some(({ length }) => length > 0) ? found : null
const measured = { build: milliseconds, words: texts.times, vectors: times, nearest }
process.stdout.write(JSON.stringify(measured), () => process.exit())
