import { searchDefaults, type SearchSettings } from '../search-options.js'
import type { RankedItem, Ranking } from './fuse.js'

/** What of a ranking is shown. */
export interface Decision {
  /** Empty if the search abstains. */
  readonly ranking: Ranking
  /** The highest confidence among the items that would be shown without a threshold; 0 without any. */
  readonly confidence: number
  /** How many items are not shown because the search abstains; 0 if it does not. */
  readonly heldBack: number
}

/**
 * Decides once per query whether anything is likely to answer it, by the most confident of the items that would be shown:
 * cutting each item by itself hides right answers beside wrong ones. A threshold on the fused score, which only replays of
 * OpenClaw have, cuts each item by itself.
 */
export function threshold(ranking: Ranking, settings: SearchSettings): Decision {
  const confidence = Math.max(0, ...ranking.slice(0, settings.limit).map((item) => item.confidence))
  if (settings.thresholdOn === 'fused') {
    const kept = ranking.filter(({ fused }) => fused.score >= settings.threshold)
    return { ranking: kept, confidence, heldBack: 0 }
  }
  if (confidence >= settings.threshold) return { ranking, confidence, heldBack: 0 }
  return { ranking: [], confidence, heldBack: ranking.length }
}

/** Whether an item of a ranking that is shown is unlikely to answer: a search with a lower threshold marks it all the same. */
export function isWeak({ confidence }: Pick<RankedItem, 'confidence'>, settings: SearchSettings): boolean {
  return confidence < Math.max(settings.threshold, searchDefaults.threshold)
}
