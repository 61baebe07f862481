import type { CandidatesReport, Memory, MemorySearchOptions } from '../memory.js'
import { rankCandidates, type RankedCandidate, type RankedCandidates, type SearchOptions, type SearchResult } from '../ranking.js'

/** The candidates of a query as a page has them: sent as JSON. */
export async function sentCandidates(memory: Memory, query: string, options: MemorySearchOptions = {}): Promise<CandidatesReport> {
  return JSON.parse(JSON.stringify(await memory.candidates(query, options)))
}

/** What a page makes of candidates, and what a search answers, with all figures of each result, for each of some options; the two must be equal. */
export async function bothRankings(memory: Memory, { report, candidates }: CandidatesReport, settings: readonly SearchOptions[]) {
  const { query } = report.answer
  const both: { page: unknown[]; search: unknown[] } = { page: [], search: [] }
  const count = { file: 0, record: 0, abstained: 0 }
  for (const options of settings) {
    const { answer } = await memory.search(query, options)
    const ranked = await rankCandidates(candidates, options)
    const about = { query, options, gap: null }
    both.page.push({ ...about, gap: widestGap(ranked), ...decisionOf(ranked), results: ranked.results.map(figuresOf) })
    both.search.push({ ...about, ...decisionOf(answer), results: answer.results.map(shownFigures) })
    for (const { kind } of answer.results) count[kind] += 1
    count.abstained += Number(answer.abstained)
  }
  return { ...both, count }
}

/** The widest gap between a fused score and the sum of its contributions; null if there is none above 1e-9. */
function widestGap({ results, omitted }: RankedCandidates): number | null {
  const all = [...results, ...omitted]
  const gaps = all.map(({ fused }) => fused.contributions.reduce((left, { value }) => left - value, fused.score))
  const widest = Math.max(0, ...gaps.map(Math.abs))
  return widest > 1e-9 ? widest : null
}

function decisionOf({ confidence, abstained, heldBack }: { confidence: number; abstained: boolean; heldBack: number }) {
  return { confidence, abstained, heldBack }
}

/** The id of a record is not that of the chunk that has its text. */
function figuresOf({ kind, id, item, fused, rerank, ...ranked }: RankedCandidate) {
  const { confidence, confidenceInputs, weak, duplicates, adjustment } = ranked
  const scores = { fusedScore: fused.score, contributions: fused.contributions, rerankScore: rerank?.score }
  const own = { kind, id: kind === 'record' ? item?.locator.path : id }
  return { ...own, ...scores, confidence, confidenceInputs, weak, duplicates, adjustment }
}

function shownFigures({ kind, id, fusedScore, contributions, rerankScore, ...result }: SearchResult) {
  const { confidence, confidenceInputs, weak, duplicates, adjustment } = result
  const scores = { fusedScore, contributions, rerankScore }
  return { kind, id, ...scores, confidence, confidenceInputs, weak, duplicates, adjustment }
}

/** Settings that a page lets people slide, beside the strategy. */
export const slidSettings: readonly SearchOptions[] = [
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
