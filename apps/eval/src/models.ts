import { printable, UsageError, type Io, type Request } from '@recallite/command-line'
import { checked, type EmbeddingModel } from '@recallite/embeddings'
import type { Reranker } from '@recallite/rerankers'
import { chooseBackends, flagSettings, readSettings, type ReadSettings } from '@recallite/settings'
import { chooseReranker } from '@recallite/settings/reranker'
import type { Flags } from './flags.js'
import type { Strategy } from './strategy/strategy-table.js'

/** The settings of the user and the working folder, overridden by flags. Throws a SettingsError. */
export function readOwnSettings({ model, provider }: Pick<Flags, 'model' | 'provider'>) {
  return readSettings({ flags: flagSettings({ model, provider }) })
}

/**
 * Opens the model of flags and settings, and disposes of it afterwards.
 * @throws UsageError, SettingsError, EmbeddingError
 */
export async function withModel<Result>(
  { flags, io }: Pick<Request<Flags>, 'flags' | 'io'>,
  work: (model: EmbeddingModel | undefined) => Promise<Result>,
): Promise<Result> {
  if (flags.provider === 'none') return work(undefined)
  const backend = chooseModel(await readOwnSettings(flags))
  if (!backend) return work(undefined)
  const where = describeHost(backend.host)
  io.talk(`${printable(`Texts are embedded ${where}: ${backend.model} (${backend.provider}).`)}\n`)
  return withOpened(backend.open(io.interrupted), (opened) => work(embedOnce(checked(opened))))
}

/** A model that embeds each text only once for all strategies and suites. It has no `dispose`, so that several memories can share it. */
function embedOnce({ dispose: _, ...model }: EmbeddingModel): EmbeddingModel {
  const vectors = new Map<string, Float32Array>()
  return {
    ...model,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      const keyOf = (text: string) => `${role}\0${text}`
      const missing = [...new Set(texts)].filter((text) => !vectors.has(keyOf(text)))
      const embedded = missing.length > 0 ? await model.embed({ texts: missing, role, signal }) : []
      for (const [index, vector] of embedded.entries()) vectors.set(keyOf(missing[index] ?? ''), vector)
      return texts.flatMap((text) => vectors.get(keyOf(text)) ?? [])
    },
  }
}

/** In milliseconds. Long, because a timeout on a busy machine would change rankings. */
const rerankDeadline = 120_000

/** Opens the reranker of the settings for `--rerank` and disposes of it afterwards. Throws UsageError, RerankError. */
export async function withReranker<Result>(
  { rerank = false }: Pick<Flags, 'rerank'>,
  { resolved, io }: { readonly resolved: ReadSettings; readonly io: Io },
  work: (reranker: Reranker | undefined) => Promise<Result>,
): Promise<Result> {
  if (!rerank) return work(undefined)
  const chosen = chooseReranker(resolved.settings, { isOffline: false })
  if (!chosen) {
    throw new UsageError('--rerank: your settings have no reranker. Set rerank.model or rerank.baseUrl.')
  }
  refuseObstacle('reranker', chosen.findObstacle())
  io.talk(`${printable(`Results are reranked ${describeHost(chosen.host)}: ${chosen.model}.`)}\n`)
  return withOpened(chosen.open(io.interrupted), ({ dispose: _, ...lent }) => work(lent))
}

/** Each strategy without and with the reranker. Replays only without. */
export function rerankedStrategies(
  strategies: readonly Strategy[],
  { settings }: Pick<ReadSettings, 'settings'>,
): Strategy[] {
  const rerankOptions = { rerankCandidates: settings.rerank.candidates, rerankDeadline }
  return strategies.flatMap((strategy) => {
    if (strategy.isReplay) return strategy
    const { name, options } = strategy
    return [
      { ...strategy, options: { ...options, rerank: false } },
      { ...strategy, name: `${name}+rerank`, options: { ...options, ...rerankOptions } },
    ]
  })
}

/**
 * The model that `recallite` would choose for a new memory; undefined if none is set or available. Throws a UsageError if the
 * model in the settings cannot be used, because the figures of a fallback would be misleading.
 */
function chooseModel(resolved: ReadSettings) {
  const { backends } = chooseBackends(resolved)
  if (resolved.chain[0]?.provider === 'auto') {
    return backends.find((backend) => backend.findObstacle() === undefined)
  }
  refuseObstacle('model', backends[0]?.findObstacle())
  return backends[0]
}

function refuseObstacle(
  what: string,
  obstacle: { readonly cause: string; readonly fix: string } | undefined,
): void {
  if (!obstacle) return
  throw new UsageError(`The ${what} cannot be used: ${obstacle.cause}. To fix it: ${obstacle.fix}`)
}

function describeHost(host: string | null): string {
  return host === null ? 'on this machine' : `by ${host}, which receives the texts`
}

async function withOpened<Opened extends { readonly dispose?: () => Promise<void> }, Result>(
  opening: Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await opening
  try {
    return await work(opened)
  } finally {
    await opened.dispose?.()
  }
}
