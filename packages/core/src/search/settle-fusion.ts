import {
  defaultStrategyName,
  findStrategy,
  type Fused,
  type FusionStrategy,
  type RankedList,
} from '@recallite/fusion'
import { MemoryError } from '../errors.js'

/** What decides about the fusion of a search. */
export interface FusionChoice {
  readonly fusion?: string | FusionStrategy | undefined
  readonly vectorWeight?: number | undefined
  readonly textWeight?: number | undefined
  readonly rrfK?: number | undefined
}

/** A fusion strategy, found. */
export interface SettledFusion {
  readonly strategy: FusionStrategy
  /** `custom` for a function of the caller's. */
  readonly name: string
  readonly defaultWeights: Readonly<Record<'vector' | 'keyword', number>>
}

/** Whether the caller weighs the retrievers. */
export function hasWeights({ vectorWeight, textWeight }: FusionChoice): boolean {
  return vectorWeight !== undefined || textWeight !== undefined
}

function nameOf({
  fusion,
  rrfK,
  ...weights
}: FusionChoice & { readonly fusion?: string | undefined }): string {
  if (fusion !== undefined) return fusion
  if (hasWeights(weights)) return 'weighted'
  return rrfK !== undefined ? 'rrf' : defaultStrategyName
}

function refuseRanking(fault: string): never {
  throw new MemoryError(
    'OPTION_INVALID',
    `The function given as fusion ${fault}. It must rank the items of its lists, each once, with a finite score.`,
  )
}

function assertRanking(fused: readonly Fused[], lists: readonly RankedList[]): void {
  const candidates = new Set(lists.flatMap(({ items }) => items.map(({ id }) => id)))
  for (const { id, score } of fused) {
    if (!candidates.delete(id)) refuseRanking(`gave ${id} twice, or it is not among the items`)
    if (!Number.isFinite(score)) refuseRanking(`gave ${id} the score ${score}`)
  }
}

/** A strategy of the caller's, of which nothing is known but its type. */
function checked(strategy: FusionStrategy): FusionStrategy {
  return (lists, options) => {
    const fused = strategy(lists, options)
    assertRanking(fused, lists)
    return fused
  }
}

/**
 * The fusion that is meant: one that is handed in, the named one, or what the weights and the rank constant mean.
 * @throws FusionError `FUSION_UNKNOWN_STRATEGY`
 */
export function settleFusion({ fusion, ...choice }: FusionChoice): SettledFusion {
  if (typeof fusion === 'function') {
    const defaultWeights = { vector: 1, keyword: 1 }
    return { strategy: checked(fusion), name: 'custom', defaultWeights }
  }
  const name = nameOf({ fusion, ...choice })
  const { strategy, defaultWeights } = findStrategy(name)
  return { strategy, name, defaultWeights }
}
