import { percentile, timeEach } from '../statistics.ts'
import { assertRecall, embeddedNotes, perFile, sizeIn, writeChunks, writeVectorQuestions } from '../stores.ts'
import { prepareSearches } from './hybrid-search.ts'
import type { Benchmark } from '../benchmark.ts'

const dimensions = 384
/** The number of candidates per retriever. */
const candidates = 100
/** Matches ten of the documents `0.md`, `100.md`, … with 100 chunks each: one percent of 100,000 chunks. */
const onePercent = { kind: 'path' as const, globs: ['9?00.md'] }

const searches = ['hybrid', 'by words', 'vectors under a filter of 1 %']

/** Searches of a PostgreSQL store after a warm-up. */
export const postgres: Benchmark = {
  name: 'postgres',
  what: 'searches of a store in PostgreSQL, in a separate schema',
  isByName: true,
  figures: [
    ...searches.flatMap((search) =>
      ['p50', 'p95'].map((share) => ({ name: `${search}, ${share}`, unit: 'time' as const })),
    ),
    { name: 'fewest of 100 under the filter', unit: 'count' },
    { name: 'recall@10', unit: 'share' },
  ],
  sizeOf: sizeIn('chunks'),
  async prepare({ files }, { url = '' }) {
    const { openPostgresStore } = await import('@recallite/store-postgres')
    const store = await openPostgresStore({ url, schema: `recallite_bench_${process.pid}` })
    console.error(`Remove the schema afterwards: DROP SCHEMA recallite_bench_${process.pid} CASCADE`)
    const { notes, embedded } = embeddedNotes(perFile * files, dimensions)
    await writeChunks(store, notes, { embedded })
    const { space } = embedded
    const questions = await writeVectorQuestions({ notes, embedded })
    const recall = await assertRecall(store, space)
    const hybrid = await prepareSearches(store, questions, { space, mode: 'hybrid' })
    const keyword = await prepareSearches(store, questions, { space, mode: 'keyword' })
    const counts: number[] = []
    const filtered = () =>
      timeEach(questions, async ({ vector }) => {
        const request = { space, vector, limit: candidates, filter: onePercent }
        counts.push((await store.findByVector(request)).length)
      })
    return {
      async PostgreSQL() {
        const times = [await hybrid(), await keyword(), await filtered()]
        const shares = searches.flatMap((search, index) => [
          [`${search}, p50`, percentile(times[index] ?? [], 0.5)],
          [`${search}, p95`, percentile(times[index] ?? [], 0.95)],
        ])
        const found = { 'fewest of 100 under the filter': Math.min(...counts), 'recall@10': recall }
        return { ...Object.fromEntries(shares), ...found }
      },
    }
  },
}
