import { hit } from './hit.js'
import type { Measure } from './measure.js'
import { ndcg } from './ndcg.js'
import { reciprocalRank } from './reciprocal-rank.js'

/** What reports show, in this order. */
export const shownMeasures: readonly Measure[] = [hit(1), hit(6), reciprocalRank(10), ndcg(10)]
