import { assertResult } from '../benchmark-error.ts'
import type { Benchmark } from '../benchmark.ts'
import { percentile, timeEach } from '../statistics.ts'
import { embeddedNotes, writeChunks, writeVectorQuestions } from '../stores.ts'
import { createReadyModel } from '../vectors.ts'

const options = { recency: 30, limit: 50, threshold: 0 }

/** Ranks the candidates of both retrievers again, as the page does when a slider moves. */
export const rankCandidates: Benchmark = {
  name: 'rank-candidates',
  what: 'ranking about 200 candidates again by three strategies, with recency and 50 results: 95th percentile of 120',
  figures: [{ name: 'rank-candidates', unit: 'time', bound: { factor: 0, extra: 16 } }],
  async prepare(workspace) {
    const { createMemory } = await import('@recallite/core')
    const { rankCandidates: rankAgain } = await import('@recallite/core/ranking')
    const { openSqliteStore } = await import('@recallite/store-sqlite')
    const store = await openSqliteStore({ path: workspace.freshPath() })
    const { notes, embedded } = embeddedNotes(2000, 384)
    await writeChunks(store, notes, { embedded, chunksPerDocument: 10 })
    const questions = await writeVectorQuestions({ notes, embedded })
    const ready = new Map(questions.map(({ text, vector }) => [text, vector]))
    const memory = createMemory({
      store,
      models: [createReadyModel(embedded.space, ready)],
      freshness: 'none',
    })
    const found = await Promise.all(questions.map(({ text }) => memory.candidates(text)))
    const rankings = found.flatMap(({ candidates }) => {
      const count = candidates[0]?.items.length ?? 0
      assertResult(count > 150, `A query has ${count} candidates.`)
      return ['calibrated', 'rrf', 'log-odds-conjunction'].map((fusion) => ({ candidates, fusion }))
    })
    const rank = async ({ candidates, fusion }: (typeof rankings)[number]) => {
      const { results } = await rankAgain(candidates, { ...options, fusion })
      assertResult(results.length === options.limit, `A ranking by ${fusion} has ${results.length} results.`)
    }
    return { subject: async () => percentile(await timeEach(rankings, rank), 0.95) }
  },
}
