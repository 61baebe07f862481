import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { type Chunking, defaultChunking, searchDefaults } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Flags } from '../flags/flags.js'
import { defaultDepths } from '../measures/measure-table.js'
import type { RunSettings } from '../run/run.js'
import { type Strategy, chooseStrategies } from '../strategy/strategy-table.js'

/** Where indexes and runs are kept. */
export function workFolderOf({ work = '.recallite-eval' }: Flags): string {
  return resolve(work)
}

/** How many documents are ranked: as deep as the deepest measure looks, and at least as deep as the usual ones do. */
export function settleDepth({ k = defaultDepths }: Pick<Flags, 'k'>): number {
  return Math.max(...defaultDepths, ...k)
}

/** What the flags say, with what holds where they are silent. */
export function settleSettings(flags: Flags, model: EmbeddingModel | undefined): RunSettings {
  const { minScore = 0, candidates = searchDefaults.candidates } = flags
  return {
    model: model?.identity ?? null,
    minScore,
    candidates,
    chunking: settleChunking(flags),
  }
}

/**
 * The strategies that can be asked: those that need a model only where there is one.
 * @throws UsageError where none is left
 */
export function settleStrategies({ strategies: names }: Flags, hasModel: boolean): Strategy[] {
  const chosen = chooseStrategies(names)
  const askable = chosen.filter(({ needsModel }) => hasModel || !needsModel)
  if (askable.length > 0) return askable
  const left = chosen.map(({ name }) => name).join(', ')
  throw new UsageError(
    `${left}: this needs vectors. Name a model, --model FILE.gguf, or a tape, --tape FILE.`,
  )
}

/**
 * The strategy that the others are compared with: the named one, else the first.
 * @throws UsageError
 */
export function settleBaseline({ baseline }: Flags, strategies: readonly string[]): string {
  const [first = ''] = strategies
  if (baseline === undefined) return first
  if (strategies.includes(baseline)) return baseline
  throw new UsageError(`--baseline ${baseline} did not run. There are: ${strategies.join(', ')}.`)
}

/** A fifth of a chunk is repeated, as by default, unless the flags say otherwise. */
function settleChunking({
  chunkTokens,
  chunkOverlap,
}: Pick<Flags, 'chunkTokens' | 'chunkOverlap'>): Chunking {
  const { target: usualTarget, overlap: usualOverlap } = defaultChunking
  const target = chunkTokens ?? usualTarget
  const overlap = chunkOverlap ?? Math.floor((target * usualOverlap) / usualTarget)
  if (overlap < target) return { target, overlap }
  throw new UsageError(`--chunk-overlap ${overlap} must be below --chunk-tokens ${target}.`)
}
