import type { CandidatesReport, Memory, MemorySearchOptions } from '../memory.js'
import { rankCandidates, type RankedCandidate, type RankedCandidates, type SearchOptions, type SearchResult } from '../ranking.js'

/** The candidates of a query after a round trip through JSON, as in a page. */
export async function sentCandidates(memory: Memory, query: string, options: MemorySearchOptions = {}): Promise<CandidatesReport> {
  return JSON.parse(JSON.stringify(await memory.candidates(query, options)))
}

/** The results of a page and of a search with all scores, for each of the settings; the two must be equal. */
export async function bothRankings(memory: Memory, { report, candidates }: CandidatesReport, settings: readonly SearchOptions[]) {
  const { query } = report.answer
  const both: { page: unknown[]; search: unknown[] } = { page: [], search: [] }
  const count = { file: 0, record: 0, abstained: 0 }
  for (const options of settings) {
    const { answer } = await memory.search(query, options)
    const ranked = await rankCandidates(candidates, options)
    const request = { query, options, gap: null }
    both.page.push({ ...request, gap: widestGap(ranked), ...decisionOf(ranked), results: ranked.results.map(figuresOf) })
    both.search.push({ ...request, ...decisionOf(answer), results: answer.results.map(resultFigures) })
    for (const { kind } of answer.results) count[kind] += 1
    count.abstained += Number(answer.abstained)
  }
  return { ...both, count }
}

/** The maximum difference between a fused score and the sum of its contributions; null up to 1e-9. */
function widestGap({ results, omitted }: RankedCandidates): number | null {
  const all = [...results, ...omitted]
  const gaps = all.map(({ fused }) => fused.contributions.reduce((left, { value }) => left - value, fused.score))
  const widest = Math.max(0, ...gaps.map(Math.abs))
  return widest > 1e-9 ? widest : null
}

function decisionOf({ confidence, abstained, heldBack }: { confidence: number; abstained: boolean; heldBack: number }) {
  return { confidence, abstained, heldBack }
}

/** A record has another id than its chunk. */
function figuresOf({ kind, id, item, fused, rerank, ...ranked }: RankedCandidate) {
  const { confidence, confidenceInputs, weak, duplicates, adjustment } = ranked
  const scores = { fusedScore: fused.score, contributions: fused.contributions, rerankScore: rerank?.score }
  return { kind, id: kind === 'record' ? item?.locator.path : id, ...scores, confidence, confidenceInputs, weak, duplicates, adjustment }
}

function resultFigures({ kind, id, fusedScore, contributions, rerankScore, ...result }: SearchResult) {
  const { confidence, confidenceInputs, weak, duplicates, adjustment } = result
  const scores = { fusedScore, contributions, rerankScore }
  return { kind, id, ...scores, confidence, confidenceInputs, weak, duplicates, adjustment }
}

/** Settings that can be changed in a page, besides the strategy. */
export const pageSettings: readonly SearchOptions[] = [
  {},
  { limit: 3 },
  { limit: 50, perDocument: 0, threshold: 0 },
  { perDocument: 1, threshold: 0 },
  { vectorWeight: 0 },
  { textWeight: 0, limit: 20 },
  { vectorWeight: 3, textWeight: 0.5, rrfK: 7 },
  { vectorWeight: 0.2, textWeight: 0.8, rrfNormalize: true, mergeDuplicates: false },
  { threshold: 0.6 },
  { strict: true, matchMode: 'all' },
  { thresholdOn: 'fused', threshold: 0.4 },
  { recency: 30, threshold: 0, limit: 15 },
  { completeScores: false, threshold: 0 },
]
