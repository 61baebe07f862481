import type { SearchOptions } from '@recallite/core'
import { findStrategy, strategyNames } from '@recallite/fusion'

/** A way to search that is compared with others. */
export interface Strategy {
  readonly name: string
  /** Whether it means nothing without an embedding model. */
  readonly needsModel: boolean
  /** What makes a search this one; everything else is the same for all. */
  readonly options: SearchOptions
  /** False where it comes with a threshold of its own that belongs to it. */
  readonly takesMinScore: boolean
}

/** Each retriever alone: what every fusion has to beat. */
const baselines: readonly Strategy[] = [
  { name: 'keyword', needsModel: false, options: { vectorWeight: 0 }, takesMinScore: true },
  { name: 'vector', needsModel: true, options: { textWeight: 0 }, takesMinScore: true },
]

/** Replays of other programs, whose faults include their threshold. */
const replays = new Set(['openclaw-2026.2'])

function fusion(name: string): Strategy {
  findStrategy(name)
  return { name, needsModel: true, options: { fusion: name }, takesMinScore: !replays.has(name) }
}

/**
 * The retrievers alone, then the named fusions in the order given; all fusions where none is named.
 * @throws FusionError `FUSION_UNKNOWN_STRATEGY`
 */
export function chooseStrategies(names: readonly string[] = strategyNames()): Strategy[] {
  const fusions = new Set(names.filter((name) => !baselines.some((baseline) => baseline.name === name)))
  return [...baselines, ...[...fusions].map(fusion)]
}
