import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { defaultChunking, searchDefaults, type Chunking } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Reranker } from '@recallite/rerankers'
import { withoutPassword, type ReadSettings } from '@recallite/settings'
import type { Flags } from '../flags.js'
import { recallOptionsOf } from '../replay/subject.js'
import type { RunSettings } from '../run/run.js'
import { chooseStrategies, defaultStrategy, type Strategy } from '../strategy/strategy-table.js'
import { settingsStrategy, settingsStrategyName } from '../strategy/strategy-table.js'
import type { Suite } from '../suite/suite.js'

/** The folder for indexes and runs. */
export const workFolderOf = ({ work = '.recallite-eval' }: Flags): string => resolve(work)

/** The model, reranker and strategies of a run. */
export interface RunTools {
  readonly model: EmbeddingModel | undefined
  readonly reranker?: Reranker | undefined
  readonly strategies: readonly Strategy[]
}

/** The settings of a run, from flags and defaults. */
export function resolveSettings(flags: Flags, { model, reranker, strategies }: RunTools): RunSettings {
  const { threshold = 0, candidates = searchDefaults.candidates } = flags
  const fromSettings = strategies.find(({ name }) => name === settingsStrategyName)
  return {
    model: model?.identity ?? null,
    ...(reranker && { reranker: `${reranker.identity.provider} ${reranker.identity.model}` }),
    threshold,
    candidates,
    chunking: resolveChunking(flags),
    ...(flags.store !== undefined && { store: withoutPassword(flags.store) }),
    ...(fromSettings && { search: JSON.stringify(fromSettings.options) }),
  }
}

/** The chosen strategies; without a model only those that need none. Throws a UsageError if none is left. */
export function resolveStrategies(
  { strategies: names }: Pick<Flags, 'strategies'>,
  { hasModel, resolved }: { readonly hasModel: boolean; readonly resolved: ReadSettings },
): Strategy[] {
  const chosen = chooseStrategies(names, settingsStrategy(resolved))
  const usable = chosen.filter(({ needsModel }) => hasModel || !needsModel)
  if (usable.length > 0) return usable
  const all = chosen.map(({ name }) => name).join(', ')
  throw new UsageError(`${all}: an embedding model is required. Add --model NAME or --provider NAME.`)
}

/** The strategies that support all suites: not all can recall records. Throws a UsageError if none is left. */
export function forRecords(suites: readonly Suite[], strategies: readonly Strategy[]) {
  const suite = suites.find(({ corpus }) => corpus.kind === 'records')
  const unable = strategies.filter((strategy) => recallOptionsOf(strategy) === undefined)
  if (!suite || unable.length === 0) return { strategies }
  const names = unable.map(({ name }) => name).join(', ')
  const reason = `${suite.name} is about records, which these strategies do not support: ${names}.`
  if (unable.length === strategies.length) throw new UsageError(`${reason} Name other strategies.`)
  const note = `${reason} They are skipped; run suites about files separately.`
  return { strategies: strategies.filter((strategy) => !unable.includes(strategy)), note }
}

/** Throws a UsageError if flags exclude each other or do not work with a suite about records. */
export function refuseFlags(
  suites: readonly Suite[],
  { rerank, candidates, foreign, poolBy }: Pick<Flags, 'rerank' | 'candidates' | 'foreign' | 'poolBy'>,
): void {
  if (foreign !== undefined && poolBy !== undefined) {
    throw new UsageError('--foreign and --pool-by cannot be used together. Remove one.')
  }
  const suite = suites.find(({ corpus }) => corpus.kind === 'records')
  const flags = { '--rerank': rerank || undefined, '--candidates': candidates, '--foreign': foreign }
  const [flag] = Object.entries(flags).find(([, value]) => value !== undefined) ?? []
  if (!suite || flag === undefined) return
  throw new UsageError(
    `${flag} only works with suites about files, and ${suite.name} is about records. Remove one of them.`,
  )
}

/** The strategy of `--baseline`, else `settings`, else the default one, else the first. Throws a UsageError. */
export function resolveBaseline({ baseline }: Flags, strategies: readonly string[]): string {
  const names = baseline === undefined ? [settingsStrategyName, defaultStrategy.name] : [baseline]
  const chosen = names.find((name) => strategies.includes(name))
  if (chosen !== undefined || baseline === undefined) return chosen ?? strategies[0] ?? ''
  throw new UsageError(
    `--baseline ${baseline} is not a strategy of this run. Choose one of: ${strategies.join(', ')}.`,
  )
}

/** The default overlap is a fixed share of the chunk size. */
function resolveChunking({ chunkTokens, chunkOverlap, wholeChunks = false }: Flags): Chunking {
  const target = chunkTokens ?? defaultChunking.target
  const overlap = chunkOverlap ?? Math.floor((target * defaultChunking.overlap) / defaultChunking.target)
  if (overlap < target) return { target, overlap, pieces: !wholeChunks }
  throw new UsageError(`--chunk-overlap ${overlap} must be below --chunk-tokens ${target}.`)
}
