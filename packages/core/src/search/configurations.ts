import { searchDefaults } from './search-defaults.js'
import type { MinScoreOn } from './search-options.js'

/** How a question becomes a keyword query: our way, or as OpenClaw 2026.2 did it. */
export type QueryReading = 'any-word' | 'openclaw-2026.2'

/** What a fusion's name sets besides its formula; explicit options win over it. */
export interface FusionConfiguration {
  readonly reading: QueryReading
  readonly completeScores: boolean
  readonly rescueTypos: boolean
  /** Whether words weigh more the more of a question is names. */
  readonly weighNames: boolean
  /** Undefined: the pool of candidates does not move with the limit. */
  readonly candidateMultiplier: number | undefined
  readonly minScore: number
  readonly minScoreOn: MinScoreOn
}

const usual: FusionConfiguration = {
  reading: 'any-word',
  completeScores: true,
  rescueTypos: true,
  weighNames: false,
  candidateMultiplier: undefined,
  minScore: searchDefaults.minScore,
  minScoreOn: 'evidence',
}

/**
 * Fusions that are whole configurations. `openclaw-2026.2` replays the three faults of OpenClaw's issue #16021: all
 * words needed, every keyword hit worth the same, and a miss counted as zero against a threshold on the fused score.
 */
const configurations: Readonly<Record<string, FusionConfiguration>> = {
  convex: { ...usual, weighNames: true },
  'openclaw-2026.2': {
    reading: 'openclaw-2026.2',
    completeScores: false,
    rescueTypos: false,
    weighNames: false,
    candidateMultiplier: 4,
    minScore: 0.35,
    minScoreOn: 'fused',
  },
}

/** What a fusion of that name brings along. */
export function configurationOf(fusion: string): FusionConfiguration {
  return configurations[fusion] ?? usual
}

/** What goes with a fusion of somebody's own. */
export const customConfiguration: FusionConfiguration = usual
