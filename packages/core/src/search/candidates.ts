import type { RecallOptions } from '../records/record-memory.js'
import type { SearchReport } from '../memory.js'
import type { Candidates } from './rank-candidates.js'
import type { SearchSource, SearchTrace } from './run-stages.js'
import { complete } from './stages/retrieve.js'

type Keep = NonNullable<SearchSource['keep']>

/** Searches by `search`, and gathers what every stage after retrieval needs to rank again. */
export async function findCandidates(search: (keep: Keep) => Promise<SearchReport>, usual: RecallOptions) {
  const traces: Parameters<Keep>[] = []
  const report = await search((...trace) => traces.push(trace))
  const candidates = await Promise.all(traces.map((trace) => toCandidates(...trace, usual)))
  const ofKind = (kind: Candidates['kind']) => candidates.find((each) => each.kind === kind) ?? null
  return { report, files: ofKind('file'), records: ofKind('record') }
}

async function toCandidates(
  { parsed, retrieved, completed, scored, adjusted, today }: SearchTrace,
  { store, order }: SearchSource,
  usual: RecallOptions,
): Promise<Candidates> {
  const isWhole = completed.retrievals.length === retrieved.retrievals.length
  const { retrievals } = isWhole ? completed : await complete(retrieved)
  const ids = new Set(retrievals.flatMap(({ candidates }) => candidates.map(({ id }) => id)))
  const { items } = await store.readItems([...ids])
  return {
    kind: order ? 'record' : 'file',
    nameShare: scored.nameShare,
    today,
    time: parsed.time,
    retrievals: retrievals.map(({ retriever: { name, minimum }, state, scale, candidates, scores }) => {
      const found = candidates.map(({ id }) => ({ id }))
      return { retriever: { name, minimum }, state, scale, candidates: found, scores: [...scores] }
    }),
    items,
    rerankScores: adjusted.flatMap(({ id, rerank }) => (rerank ? [[id, rerank.score] as const] : [])),
    adjustments: [...((await order?.adjustmentsOf(items)) ?? [])],
    usual,
  }
}
