import type { ResultKind } from '../answer.js'
import { wordMinimums } from '../confidence.js'
import { searchDefaults, type SearchSettings } from '../search-options.js'
import type { Diversified } from './diversify.js'
import type { RankedItem, Ranking } from './ranked-items.js'

/** The output of `threshold`. */
export type Decision = ReturnType<typeof threshold>

/**
 * Compares the highest confidence of all items with the threshold, once per query: a threshold for each item would hide right
 * answers next to wrong ones. Only a threshold on the fused score, as in OpenClaw, applies to each item. Unless the threshold is 0,
 * results end where relevance ends: see `isRelevant`.
 * @param judged the items whose confidences count; default the ranking
 * @returns `ranking`: empty if the search abstains; `confidence`: the highest, 0 without items; `heldBack`: the number of candidates
 * that are not shown because the search abstains, or else of results that are not shown next to much better ones
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
  const best = bestScores(passing)
  const relevant = passing.filter((item, index) => {
    const settings = settingsOf.get(item.kind)
    const isAll = !settings || settings.thresholdOn === 'fused' || settings.threshold <= 0
    return index === 0 || isAll || isRelevant(item, { best, confidence, settings })
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

/** Whether an item is good, or the best is not strong, or it is not weak and has enough of the best score. */
function isRelevant(
  item: RankedItem,
  { best, confidence, settings }: Best & Pick<KindSettings, 'settings'>,
): boolean {
  if (item.confidence >= wordMinimums.good || confidence < wordMinimums.strong) return true
  return !isWeak(item.confidence, settings) && scoreOf(item) >= minShare * (best.get(scaleOf(item)) ?? 0)
}

interface Best {
  readonly best: ReadonlyMap<string, number>
  /** The highest of all items. */
  readonly confidence: number
}

function bestScores(ranking: Ranking): Best['best'] {
  const scores = Map.groupBy(ranking, scaleOf)
  return new Map(Array.from(scores, ([scale, items]) => [scale, Math.max(...items.map(scoreOf))]))
}

const scoreOf = ({ rerank, fused }: RankedItem): number => rerank?.score ?? fused.score

/** Fused scores of different kinds, and those of the reranker, are not comparable. */
const scaleOf = ({ kind, rerank }: RankedItem): string => `${kind} ${rerank !== undefined}`

/** Whether a result is marked as weak: below the threshold, or below the default one if that is higher. */
export function isWeak(confidence: number, settings: Pick<SearchSettings, 'threshold'>): boolean {
  return confidence < Math.max(settings.threshold, searchDefaults.threshold)
}
