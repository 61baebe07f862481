import { nameShare } from '@recallite/analysis'
import type { SearchSettings } from './search-options.js'

/** What goes from meaning to words where a question is nothing but names: models hardly tell one version from another. */
const mostShifted = 0.4

/** The weights for a question: names are looked for by their words, prose by its meaning. */
export function weightsFor(question: string, settings: SearchSettings): SearchSettings['weights'] {
  const { weights, weighNames } = settings
  if (!weighNames) return weights
  const shifted = mostShifted * nameShare(question)
  return { vector: weights.vector - shifted, keyword: weights.keyword + shifted }
}
