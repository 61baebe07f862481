import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { defaultChunking, searchDefaults, type Chunking } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Flags } from '../flags.js'
import type { RunSettings } from '../run/run.js'
import { chooseStrategies, type Strategy } from '../strategy/strategy-table.js'

/** The folder of indexes and runs. */
export function workFolderOf({ work = '.recallite-eval' }: Flags): string {
  return resolve(work)
}

/** The settings of a run, from flags and defaults. */
export function resolveSettings(flags: Flags, model: EmbeddingModel | undefined): RunSettings {
  const { threshold = 0, candidates = searchDefaults.candidates } = flags
  return { model: model?.identity ?? null, threshold, candidates, chunking: resolveChunking(flags) }
}

/**
 * The strategies that can be asked: those that need a model only if there is one.
 * @throws UsageError if none is left
 */
export function resolveStrategies({ strategies: names }: Flags, hasModel: boolean): Strategy[] {
  const chosen = chooseStrategies(names)
  const askable = chosen.filter(({ needsModel }) => hasModel || !needsModel)
  if (askable.length > 0) return askable
  const left = chosen.map(({ name }) => name).join(', ')
  throw new UsageError(
    `${left}: this needs vectors. Name a model, --model FILE.gguf, or a tape, --tape FILE.`,
  )
}

/** The strategy that the others are compared with: the named one, else the first; throws a UsageError. */
export function resolveBaseline({ baseline }: Flags, strategies: readonly string[]): string {
  const [first = ''] = strategies
  if (baseline === undefined || strategies.includes(baseline)) return baseline ?? first
  throw new UsageError(`--baseline ${baseline} did not run. There are: ${strategies.join(', ')}.`)
}

/** Unless the flags say otherwise, the overlap is the same share of a chunk as by default. */
function resolveChunking({ chunkTokens, chunkOverlap, wholeChunks = false }: Flags): Chunking {
  const { target: usualTarget, overlap: usualOverlap } = defaultChunking
  const target = chunkTokens ?? usualTarget
  const overlap = chunkOverlap ?? Math.floor((target * usualOverlap) / usualTarget)
  if (overlap < target) return { target, overlap, pieces: !wholeChunks }
  throw new UsageError(`--chunk-overlap ${overlap} must be below --chunk-tokens ${target}.`)
}
