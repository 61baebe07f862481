import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { defaultChunking, searchDefaults, type Chunking } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Reranker } from '@recallite/rerankers'
import type { ReadSettings, StoreAddress } from '@recallite/settings'
import type { Flags } from '../flags.js'
import type { RunSettings } from '../run/run.js'
import {
  chooseStrategies,
  defaultStrategy,
  ownStrategy,
  ownStrategyName,
  type Strategy,
} from '../strategy/strategy-table.js'

/** The folder of indexes and runs. */
export function workFolderOf({ work = '.recallite-eval' }: Flags): string {
  return resolve(work)
}

/** What a run is made with. */
export interface RunTools {
  /** The server that keeps the indexes of suites; default files in the work folder. */
  readonly server?: StoreAddress | undefined
  readonly model: EmbeddingModel | undefined
  readonly reranker?: Reranker | undefined
  readonly strategies: readonly Strategy[]
}

/** The settings of a run, from flags and defaults. */
export function resolveSettings(
  flags: Flags,
  { model, reranker, server, strategies }: RunTools,
): RunSettings {
  const { threshold = 0, candidates = searchDefaults.candidates } = flags
  const own = strategies.find(({ name }) => name === ownStrategyName)
  return {
    model: model?.identity ?? null,
    ...(reranker && { reranker: `${reranker.identity.provider} ${reranker.identity.model}` }),
    ...(server && { store: server.shown }),
    threshold,
    candidates,
    chunking: resolveChunking(flags),
    ...(own && { search: JSON.stringify(own.options) }),
  }
}

/**
 * The strategies that can be asked: those that need a model only if there is one.
 * @throws UsageError if none is left
 */
export function resolveStrategies(
  { strategies: names }: Pick<Flags, 'strategies'>,
  { hasModel, resolved }: { readonly hasModel: boolean; readonly resolved: ReadSettings },
): Strategy[] {
  const chosen = chooseStrategies(names, ownStrategy(resolved))
  const askable = chosen.filter(({ needsModel }) => hasModel || !needsModel)
  if (askable.length > 0) return askable
  const left = chosen.map(({ name }) => name).join(', ')
  throw new UsageError(
    `${left}: this needs vectors. Name a model, --model NAME or --provider NAME, or a tape, --tape FILE.`,
  )
}

/**
 * The strategy that the others are compared with: the named one, else what the user gets: that of the user's settings, else
 * this program without settings; else the first. Throws a UsageError.
 */
export function resolveBaseline({ baseline }: Flags, strategies: readonly string[]): string {
  if (baseline === undefined) {
    const used = [ownStrategyName, defaultStrategy.name].find((name) => strategies.includes(name))
    return used ?? strategies[0] ?? ''
  }
  if (strategies.includes(baseline)) return baseline
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
