import type { SearchOptions } from '@recallite/core'
import { defaultStrategyName } from '@recallite/fusion'
import type { Strategy } from '../strategy/strategy.js'
import { describeSetting, type Setting } from './setting.js'

/** The options of a search with a setting; its fusion is always named, since weights alone would mean another. */
function searchOptionsOf(setting: Setting): SearchOptions {
  const { fusion = defaultStrategyName, vectorWeight, textWeight, k, normalization } = setting
  return {
    fusion,
    vectorWeight,
    textWeight,
    rrfK: k,
    scaling: normalization && { normalization: { keyword: normalization } },
    candidateMultiplier: setting.candidateMultiplier,
    minScore: setting.minScore,
  }
}

/** A setting as a way to search. */
export function strategyOf(setting: Setting): Strategy {
  const options = searchOptionsOf(setting)
  return { name: describeSetting(setting), needsModel: true, options, isReplay: false, isReversed: false }
}
