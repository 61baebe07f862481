import type { SearchSettings } from '../search-options.js'
import type { Ranking } from './fuse.js'

/** Leaves out what does not reach the threshold. */
export function threshold(ranking: Ranking, { minScore, minScoreOn }: SearchSettings): Ranking {
  return ranking.filter(({ fused, confidence }) => {
    const measure = minScoreOn === 'fused' ? fused.score : confidence
    return measure >= minScore
  })
}
