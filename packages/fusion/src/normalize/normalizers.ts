import type { Normalization } from '../strategy.js'
import { max } from './max.js'
import { minMax } from './min-max.js'
import type { Normalizer } from './normalizer.js'
import { openclawRank } from './openclaw-rank.js'
import { position } from './position.js'
import { rawScore } from './raw-score.js'

/** Every normalisation that `FusionOptions.normalization` may name. */
export const normalizers: Readonly<Record<Normalization, Normalizer>> = {
  none: rawScore,
  position,
  'min-max': minMax,
  max,
  'openclaw-rank': openclawRank,
}
