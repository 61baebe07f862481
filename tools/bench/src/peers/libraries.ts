import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawQuestions } from '../generate-corpus.ts'
import { createRandom } from '@recallite/test-kit/random'
import { driverPath, hostPath, run } from '../run.ts'
import { percentile } from '../statistics.ts'
import { dot, makeTopicVectors, vectorNear } from '../vectors.ts'
import { bare, installPeer, ours, peersOf, versionOf } from './peers.ts'
import type { Benchmark } from '../benchmark.ts'
import type { Workspace } from '../workspace.ts'

const dimensions = 384
const limit = 10
const questions = 40
const wordsPerQuestion = 4
const seed = 29

/** The ids as near as the last of the nearest; how many these are. */
export type Nearest = { ids: ReadonlySet<string>; wanted: number }

const time = 'time' as const

/** Libraries that hold texts and vectors and search them, each in a process of its own. */
export const libraries: Benchmark = {
  name: 'libraries',
  what: 'keeping and searching notes with a vector each, beside other libraries (--peers)',
  isByName: true,
  isWarm: true,
  figures: [
    { name: 'build', unit: time },
    ...['four words', 'a vector'].flatMap((by) =>
      ['p50', 'p95'].map((share) => ({ name: `search by ${by}, ${share}`, unit: time })),
    ),
    { name: 'recall@10 of the nearest', unit: 'share' },
    { name: 'files', unit: 'memory' },
    { name: 'memory, texts and vectors included', unit: 'memory' },
  ],
  describe: versionOf,
  async prepare(space, { peers: names }) {
    const { folder, exact } = writeData(space)
    const host = hostPath('peers/hosts/library.ts')
    const sides = [
      { name: ours, source: '' },
      ...peersOf('libraries', names).map(({ name, packageName }) => ({
        name,
        source: installPeer(packageName),
      })),
      { name: bare, source: driverPath },
    ]
    return Object.fromEntries(
      sides.map(({ name, source }) => [
        name,
        async () => {
          const scratch = mkdtempSync(join(space.folder, 'library-'))
          const args = ['--max-old-space-size=12000', host, name, source, folder, scratch]
          const { stdout, megabytes } = await run(args, { isMemoryWanted: true })
          const files = bytesIn(scratch) / 1e6
          rmSync(scratch, { recursive: true })
          const figures = figuresOf(JSON.parse(stdout), exact)
          return { ...figures, files, 'memory, texts and vectors included': megabytes }
        },
      ]),
    )
  },
}

/** Writes what hosts read: texts, vectors of length 1 as 32-bit floats, and queries. */
function writeData({ folder: parent, notes }: Workspace) {
  const folder = join(parent, 'data')
  mkdirSync(folder)
  const random = createRandom(seed)
  const vectors = makeTopicVectors(notes.length, { dimensions, seed }).map(unit)
  const asked = Array.from({ length: questions }, () => unit(vectorNear(random.pick(vectors), random)))
  const words = drawQuestions(notes, { random, count: questions, words: wordsPerQuestion })
  const texts = notes.map(({ title, text }) => JSON.stringify({ title, text }))
  const numbers = new Float32Array(notes.length * dimensions)
  for (const [place, vector] of vectors.entries()) numbers.set(vector, place * dimensions)
  writeFileSync(join(folder, 'texts.jsonl'), texts.join('\n'))
  writeFileSync(join(folder, 'vectors.f32'), numbers)
  const queries = { dimensions, limit, words, vectors: asked.map((vector) => [...vector]) }
  writeFileSync(join(folder, 'queries.json'), JSON.stringify(queries))
  return { folder, exact: asked.map((vector) => nearestExactly(vectors, vector, limit)) }
}

/** A vector of length 1. */
function unit(vector: Float32Array) {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

/** Two vectors whose cosines differ by less are as near. */
const tolerance = 1e-6

/**
 * Compares all vectors, one after the other.
 * @param vectors of length 1; their ids are their numbers
 * @param query of length 1
 * @param most how many the nearest are
 */
export function nearestExactly(vectors: readonly Float32Array[], query: Float32Array, most: number): Nearest {
  const cosines = vectors.map((vector) => dot(vector, query))
  const wanted = Math.min(most, cosines.length)
  const least = (cosines.toSorted((a, b) => b - a)[wanted - 1] ?? 1) - tolerance
  const ids = cosines.flatMap((cosine, place) => (cosine >= least ? [`${place}`] : []))
  return { ids: new Set(ids), wanted }
}

const totalOf = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/**
 * The share of the nearest that were found.
 * @param found a list for each query
 */
export function recallOf(found: readonly (readonly string[])[], exact: readonly Nearest[]) {
  const hits = exact.map(({ ids, wanted }, place) =>
    Math.min(wanted, new Set(found[place]?.filter((id) => ids.has(id))).size),
  )
  return totalOf(hits) / totalOf(exact.map(({ wanted }) => wanted))
}

/** @returns by the names of figures. */
function figuresOf(
  {
    build,
    words,
    vectors,
    nearest,
  }: { build: number; words: number[] | null; vectors: number[] | null; nearest: string[][] | null },
  exact: readonly Nearest[],
): Record<string, number> {
  const shares = Object.entries({ 'four words': words, 'a vector': vectors }).flatMap(([by, times]) =>
    times === null
      ? []
      : [
          [`search by ${by}, p50`, percentile(times, 0.5)],
          [`search by ${by}, p95`, percentile(times, 0.95)],
        ],
  )
  const recall = nearest && { 'recall@10 of the nearest': recallOf(nearest, exact) }
  return { build, ...Object.fromEntries(shares), ...recall }
}

function bytesIn(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
