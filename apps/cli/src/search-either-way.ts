import type { Memory, SearchOptions, SearchReport } from '@recallite/core'

/** Without the hybrid it is meaning alone, or words where there is no meaning to be had. */
export async function searchEitherWay(
  memory: Pick<Memory, 'search'>,
  query: string,
  { isHybrid, ...options }: SearchOptions & { isHybrid: boolean },
): Promise<SearchReport> {
  if (isHybrid) return memory.search(query, options)
  const report = await memory.search(query, { ...options, vectorWeight: undefined, textWeight: 0 })
  if (report.answer.retrievers.vector === 'ok' || report.answer.retrievers.vector === 'empty') return report
  const byWords = await memory.search(query, { ...options, vectorWeight: 0, textWeight: undefined })
  const degraded = [...report.answer.degraded, ...byWords.answer.degraded]
  return { ...byWords, answer: { ...byWords.answer, degraded } }
}
