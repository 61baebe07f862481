import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { defaultChunking, searchDefaults, type Chunking } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Reranker } from '@recallite/rerankers'
import type { ReadSettings } from '@recallite/settings'
import type { Flags } from '../flags.js'
import { recallOptionsOf } from '../replay/subject.js'
import type { RunSettings } from '../run/run.js'
import {
  chooseStrategies,
  defaultStrategy,
  ownStrategy,
  ownStrategyName,
  type Strategy,
} from '../strategy/strategy-table.js'
import type { Suite } from '../suite/suite.js'

/** The folder of indexes and runs. */
export const workFolderOf = ({ work = '.recallite-eval' }: Flags): string => resolve(work)

/** What a run is made with. */
export interface RunTools {
  readonly model: EmbeddingModel | undefined
  readonly reranker?: Reranker | undefined
  readonly strategies: readonly Strategy[]
}

/** The settings of a run, from flags and defaults. */
export function resolveSettings(flags: Flags, { model, reranker, strategies }: RunTools): RunSettings {
  const { threshold = 0, candidates = searchDefaults.candidates } = flags
  const own = strategies.find(({ name }) => name === ownStrategyName)
  return {
    model: model?.identity ?? null,
    ...(reranker && { reranker: `${reranker.identity.provider} ${reranker.identity.model}` }),
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
 * The strategies that every suite can be asked with: where one is about records, those that can recall; `note` says which
 * are left out.
 * @throws UsageError if none is left
 */
export function forRecords(suites: readonly Suite[], strategies: readonly Strategy[]) {
  const suite = suites.find(({ corpus }) => corpus.kind === 'records')
  const unable = strategies.filter((strategy) => recallOptionsOf(strategy) === undefined)
  if (!suite || unable.length === 0) return { strategies }
  const names = unable.map(({ name }) => name).join(', ')
  const reason = `${suite.name} is about records, which cannot be recalled as files are searched by: ${names}.`
  if (unable.length === strategies.length) throw new UsageError(`${reason} Name other strategies.`)
  const note = `${reason} They are left out; suites about files can be run apart.`
  return { strategies: strategies.filter((strategy) => !unable.includes(strategy)), note }
}

/** Throws a UsageError if a flag cannot be used with another one, or with a suite about records. */
export function refuseFlags(
  suites: readonly Suite[],
  { rerank, candidates, foreign, poolBy }: Pick<Flags, 'rerank' | 'candidates' | 'foreign' | 'poolBy'>,
): void {
  if (foreign !== undefined && poolBy !== undefined) {
    throw new UsageError('--foreign and --pool-by cannot be used together. Leave one out.')
  }
  const suite = suites.find(({ corpus }) => corpus.kind === 'records')
  const flags = { '--rerank': rerank || undefined, '--candidates': candidates, '--foreign': foreign }
  const [flag] = Object.entries(flags).find(([, value]) => value !== undefined) ?? []
  if (!suite || flag === undefined) return
  throw new UsageError(
    `${flag}: ${suite.name} is about records, and ${flag} is for suites about files. Leave one of them out.`,
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
  throw new UsageError(
    `--baseline ${baseline} is not a strategy of this run. Its strategies are: ${strategies.join(', ')}.`,
  )
}

/** Unless the flags say otherwise, the overlap is the same share of a chunk as by default. */
function resolveChunking({ chunkTokens, chunkOverlap, wholeChunks = false }: Flags): Chunking {
  const { target: usualTarget, overlap: usualOverlap } = defaultChunking
  const target = chunkTokens ?? usualTarget
  const overlap = chunkOverlap ?? Math.floor((target * usualOverlap) / usualTarget)
  if (overlap < target) return { target, overlap, pieces: !wholeChunks }
  throw new UsageError(`--chunk-overlap ${overlap} must be below --chunk-tokens ${target}.`)
}
