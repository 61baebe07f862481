import { defaultStrategyName } from '@recallite/fusion'
import type { RankedDocument } from '../run/run.js'
import { knownStrategy } from './known-strategy.js'

/** In this fusion alone the coverage lowers a list's value, and only where two lists or more have a say. */
const coveredFusion = 'convex'

function weighsCoverage(strategy: string, { contributions }: RankedDocument): boolean {
  const known = knownStrategy(strategy)
  if (!known || contributions.length < 2) return false
  return (known.options.fusion ?? defaultStrategyName) === coveredFusion
}

/** A ranked document with what its strategy weighed: without coverage where that had no part in the score. */
export function weighedDocument(strategy: string, document: RankedDocument): RankedDocument {
  if (weighsCoverage(strategy, document)) return document
  const contributions = document.contributions.map(({ source, rank, raw, value }) => ({
    source,
    rank,
    raw,
    value,
  }))
  return { ...document, contributions }
}
