import { printable, UsageError, type Io } from '@recallite/command-line'
import type { Reranker } from '@recallite/rerankers'
import type { ReadSettings } from '@recallite/settings'
import { chooseReranker } from '@recallite/settings/reranker'
import type { Flags } from './flags.js'
import type { Strategy } from './strategy/strategy-table.js'

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
  const obstacle = chosen.findObstacle()
  if (obstacle) {
    throw new UsageError(`The reranker cannot be used: ${obstacle.cause}. To change that: ${obstacle.fix}`)
  }
  const where = chosen.host === null ? 'on this machine' : `by ${chosen.host}, to which texts are sent`
  io.talk(`${printable(`Results are reranked ${where}: ${chosen.model}.`)}\n`)
  const reranker = await chosen.open(io.interrupted)
  try {
    return await work({ identity: reranker.identity, rerank: (request) => reranker.rerank(request) })
  } finally {
    await reranker.dispose?.()
  }
}

/** Strategies that rerank as many results as the settings say, however long that takes; replays stay as they are. */
export function rerankedStrategies(
  strategies: readonly Strategy[],
  { settings }: Pick<ReadSettings, 'settings'>,
): Strategy[] {
  const own = { rerankCandidates: settings.rerank.candidates, rerankDeadline: patience }
  return strategies.map((strategy) =>
    strategy.isReplay ? strategy : { ...strategy, options: { ...strategy.options, ...own } },
  )
}
