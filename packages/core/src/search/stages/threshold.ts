import type { ResultKind } from '../answer.js'
import { wordMinimums } from '../confidence.js'
import { searchDefaults, type SearchSettings } from '../search-options.js'
import type { Diversified } from './diversify.js'
import type { RankedItem, Ranking } from './ranked-items.js'

export type Decision = ReturnType<typeof threshold>

/**
 * Compares the highest confidence of all items with the threshold, once per query: a threshold for each item would hide right
 * answers next to wrong ones. Only a threshold on the fused score, as in OpenClaw, applies to each item. Unless the threshold is 0,
 * results end where relevance ends: see `isRelevant`.
 * @param judged the items whose confidences count; default the ranking
 * @returns `ranking`: empty if the search abstains; the others as in `SearchAnswer`
 */
export function threshold(
  { ranking, candidates, judged = ranking }: ToDecide,
  kinds: readonly Pick<KindSettings, 'kind' | 'settings'>[],
) {
  const confidence = highestConfidence(judged)
  const isAnswered = kinds.some(({ kind, settings }) => {
    if (settings.thresholdOn === 'fused') return true
    return highestConfidence(judged.filter((item) => item.kind === kind)) >= settings.threshold
  })
  if (!isAnswered) return { ranking: [], confidence, abstained: true, heldBack: candidates }
  const settingsOf = new Map(kinds.map(({ kind, settings }) => [kind, settings]))
  const passing = ranking.filter(({ kind, fused }) => {
    const settings = settingsOf.get(kind)
    return settings?.thresholdOn !== 'fused' || fused.score >= settings.threshold
  })
  // Only with vectors: the best score by words says too little about the others.
  const hasVectors = passing.some(({ confidenceInputs }) => confidenceInputs.cosine !== null)
  const endsEarly = hasVectors && confidence >= wordMinimums.strong
  const relevant = passing.filter((item, index) => {
    const settings = settingsOf.get(item.kind)
    const isAll = !settings || settings.thresholdOn === 'fused' || settings.threshold <= 0
    return index === 0 || isAll || !endsEarly || isRelevant(item, passing, settings)
  })
  return { ranking: relevant, confidence, abstained: false, heldBack: passing.length - relevant.length }
}

const highestConfidence = (items: Ranking) => Math.max(0, ...items.map(({ confidence }) => confidence))

interface ToDecide extends Pick<Diversified, 'ranking' | 'candidates'> {
  readonly judged?: Ranking | undefined
}

interface KindSettings {
  readonly kind: ResultKind
  readonly settings: Pick<SearchSettings, 'threshold' | 'thresholdOn'>
}

/** Items with a smaller share of the best score are rarely relevant next to a strong one: see `decisions/results.md`. */
const minShare = 0.5

/** Whether an item is good, or is not weak and has enough of the best score of its kind; those of the reranker are not comparable. */
function isRelevant(item: RankedItem, all: Ranking, settings: KindSettings['settings']): boolean {
  if (item.confidence >= wordMinimums.good) return true
  const isComparable = ({ kind, rerank }: RankedItem) => kind === item.kind && !rerank === !item.rerank
  const best = Math.max(...all.filter(isComparable).map(scoreOf))
  return !isWeak(item.confidence, settings) && scoreOf(item) >= minShare * best
}

const scoreOf = ({ rerank, fused }: RankedItem): number => rerank?.score ?? fused.score

/** Whether a result is marked as weak: below the threshold, or below the default one if that is higher. */
export function isWeak(confidence: number, settings: Pick<SearchSettings, 'threshold'>): boolean {
  return confidence < Math.max(settings.threshold, searchDefaults.threshold)
}
