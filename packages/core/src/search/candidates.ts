import type { OrderRecords } from '../records/order-records.js'
import type { RecallOptions } from '../records/record-memory.js'
import type { KindCandidates } from './rank-candidates.js'
import type { SearchTrace } from './run-stages.js'
import { complete } from './stages/retrieve.js'

interface RecordCandidates {
  readonly adjustmentsOf: OrderRecords['adjustmentsOf'] | undefined
  readonly recall: RecallOptions
}

/** Collects the input of the stages after retrieval, for each searched kind. */
export async function candidatesOf(
  { kinds, time, listsAll, retrieved, completed, scored, adjusted, decision }: SearchTrace,
  { adjustmentsOf, recall }: RecordCandidates,
): Promise<KindCandidates[]> {
  const isWhole = completed.retrievals.length === retrieved.retrievals.length
  const { retrievals } = isWhole ? completed : await complete(retrieved)
  const rerankScores = new Map(
    [...adjusted, ...decision.ranking].flatMap(({ id, rerank }) =>
      rerank ? [[id, rerank.score] as const] : [],
    ),
  )
  return Promise.all(
    kinds.map(async ({ kind, store }, index) => {
      const ofKind = retrievals.filter((retrieval) => retrieval.kind === kind)
      const ids = new Set(ofKind.flatMap(({ candidates }) => candidates.map(({ id }) => id)))
      const { items } = await store.readItems([...ids])
      const { nameShare = 0, today = '', isAboutNow = false, findCopies } = scored[index] ?? {}
      return {
        kind,
        nameShare,
        today,
        isAboutNow,
        time,
        listsAll,
        retrievals: ofKind.map(({ retriever, state, scale, candidates, scores }) => {
          const { name, minimum, weight, nameWeight } = retriever
          const found = candidates.map(({ id }) => ({ id }))
          const about = { name, minimum, weight, nameWeight }
          return { retriever: about, state, scale, candidates: found, scores: [...scores] }
        }),
        items,
        copies: [...((await findCopies?.(items)) ?? [])],
        rerankScores: [...rerankScores].filter(([id]) => ids.has(id)),
        adjustments: kind === 'record' ? [...((await adjustmentsOf?.(items)) ?? [])] : [],
        recall,
      }
    }),
  )
}
