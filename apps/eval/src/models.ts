import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { printable, UsageError, type Io, type Request } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { checked, type EmbeddingModel } from '@recallite/embeddings'
import type { Reranker } from '@recallite/rerankers'
import { chooseBackends, flagSettings, readSettings, type ReadSettings } from '@recallite/settings'
import { chooseReranker } from '@recallite/settings/reranker'
import type { Flags } from './flags.js'
import type { Strategy } from './strategy/strategy-table.js'
import { openTape, taped, type Tape } from './tape/tape.js'

/** The settings of the user and of the working folder, under those of the flags; throws a SettingsError. */
export function readOwnSettings({ model, provider }: Pick<Flags, 'model' | 'provider'>) {
  return readSettings({ flags: flagSettings({ model, provider }) })
}

/**
 * Opens the model that flags and settings name, with the tape, and disposes of it afterwards; several memories may share
 * it. A tape answers without a model from what is recorded unless a flag names a model or a provider. A lock keeps other
 * processes from recording on the same tape.
 * @throws UsageError, SettingsError, CodedError `LOCKED`, EvaluationError, EmbeddingError
 */
export async function withModel<Result>(
  { flags, io }: Pick<Request<Flags>, 'flags' | 'io'>,
  work: (model: EmbeddingModel | undefined) => Promise<Result>,
): Promise<Result> {
  const { model, provider, tape } = flags
  const tapeFile = tape === undefined ? undefined : resolve(tape)
  if (provider === 'none') return work(undefined)
  const isNamed = model !== undefined || provider !== undefined
  if (tapeFile !== undefined && !isNamed) return work(taped(undefined, openTape(tapeFile)))
  const backend = chooseModel(await readOwnSettings(flags))
  if (!backend) return work(undefined)
  const where = describeHost(backend.host)
  io.talk(`${printable(`Texts are embedded ${where}: ${backend.model} (${backend.provider}).`)}\n`)
  const record = (tapeOf: () => Tape) =>
    withOpened(backend.open(io.interrupted), (opened) => work(taped(checked(opened), tapeOf())))
  if (tapeFile === undefined) return record(() => openTape())
  mkdirSync(dirname(tapeFile), { recursive: true })
  return withLock(tapeFile, () => record(() => openTape(tapeFile)), { wait: 0 })
}

/** No user waits for an answer here, and a busy machine must not cost a query its order. */
const patience = 120_000

/**
 * Opens the reranker of the settings if `--rerank` asks for it, and disposes of it afterwards.
 * @throws UsageError if the settings name none, or it lacks its file or its key; RerankError
 */
export async function withReranker<Result>(
  { rerank = false }: Pick<Flags, 'rerank'>,
  { resolved, io }: { readonly resolved: ReadSettings; readonly io: Io },
  work: (reranker: Reranker | undefined) => Promise<Result>,
): Promise<Result> {
  if (!rerank) return work(undefined)
  const chosen = chooseReranker(resolved.settings, { isOffline: false })
  if (!chosen) {
    throw new UsageError('--rerank: your settings name no reranker. Set rerank.model or rerank.baseUrl.')
  }
  refuseObstacle('reranker', chosen.findObstacle())
  io.talk(`${printable(`Results are reranked ${describeHost(chosen.host)}: ${chosen.model}.`)}\n`)
  return withOpened(chosen.open(io.interrupted), ({ dispose: _, ...lent }) => work(lent))
}

/**
 * Each strategy without the reranker, followed by the same with it, so that one table shows gain and cost: as many results are
 * reranked as the settings say, however long that takes. Replays stay as they are.
 */
export function rerankedStrategies(
  strategies: readonly Strategy[],
  { settings }: Pick<ReadSettings, 'settings'>,
): Strategy[] {
  const own = { rerankCandidates: settings.rerank.candidates, rerankDeadline: patience }
  return strategies.flatMap((strategy) => {
    if (strategy.isReplay) return strategy
    const { name, options } = strategy
    return [
      { ...strategy, options: { ...options, rerank: false } },
      { ...strategy, name: `${name}+rerank`, options: { ...options, ...own } },
    ]
  })
}

/**
 * The model that the settings name, as `recallite` would choose it for a memory that has no vectors yet; with `auto` the
 * first that lacks nothing. Undefined if none is named and none is there. Throws a UsageError if a model is named and its file,
 * its key or its package is missing: figures of another model would mislead.
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
  throw new UsageError(`The ${what} cannot be used: ${obstacle.cause}. To change that: ${obstacle.fix}`)
}

function describeHost(host: string | null): string {
  return host === null ? 'on this machine' : `by ${host}, to which the texts are sent`
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
