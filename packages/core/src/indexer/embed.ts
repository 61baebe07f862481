import { EmbeddingError } from '@recallite/embeddings'
import type { Store } from '@recallite/store'
import type { EmbeddingChain, HeldBackend } from '../embedding/chain.js'
import type { BatchOptions } from '../embedding/fill/batch-jobs.js'
import { fillByBatchJobs } from '../embedding/fill/fill-by-batch-jobs.js'
import { type FillReport, fillSpace, nothingFilled } from '../embedding/fill/fill-space.js'
import { isSpaceOf, mayAsk } from '../embedding/backend.js'
import { reasonOf } from '../reason-of.js'

/** What embedding documents did. */
export interface EmbedReport extends FillReport {
  /** The backend that was used last; null if there is none, or nothing had to be embedded. */
  readonly backend: string | null
}

/** How to embed documents. */
export interface EmbedOptions extends Omit<BatchOptions, 'concurrency' | 'pollInterval'> {
  /** Embeds by batch jobs; default: by requests. */
  readonly batch?: Pick<BatchOptions, 'concurrency' | 'pollInterval'> | undefined
}

/** Stage 4: fills the space of the first backend; where that fails, the spaces of later backends that were begun earlier. */
export async function embedDocuments(
  store: Store,
  { backends }: Pick<EmbeddingChain, 'backends'>,
  options: EmbedOptions,
): Promise<EmbedReport> {
  let report = nothingFilled
  const failed: HeldBackend[] = []
  for (const backend of backends) {
    if (failed.length > 0 && !(await mayReplace(store, backend, failed))) continue
    const filled = await fillOrExplain(store, backend, options)
    report = addReports(report, filled)
    // Batch jobs are an option for one provider: no other backend replaces it.
    if (filled.givenUp === null || options.batch) return { ...report, backend: backend.name }
    failed.push(backend)
  }
  return { ...report, backend: failed.at(-1)?.name ?? null }
}

/**
 * Whether a backend may fill its space because those before it failed: only if the space was begun earlier, and never by sending
 * texts elsewhere that were to stay on this machine.
 */
async function mayReplace(store: Store, backend: HeldBackend, failed: readonly HeldBackend[]) {
  const hasLocalFailed = failed.some(({ host }) => host === null)
  // A configured fallback may receive queries, but never documents.
  if (!mayAsk({ host: backend.host }, hasLocalFailed)) return false
  const spaces = await store.listSpaces()
  return spaces.some((space) => space.hasVectors && isSpaceOf(space, backend))
}

async function fillOrExplain(store: Store, backend: HeldBackend, options: EmbedOptions): Promise<FillReport> {
  const { batch } = options
  try {
    return await (batch
      ? fillByBatchJobs(store, backend, { ...options, ...batch })
      : fillSpace(store, backend, options))
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    return { ...nothingFilled, givenUp: reasonOf(error) }
  }
}

/** Adds up what two runs did. */
export function addReports(first: FillReport, second: FillReport): FillReport {
  const reasons = [first.givenUp, second.givenUp].filter((reason) => reason !== null)
  return {
    embedded: first.embedded + second.embedded,
    requests: first.requests + second.requests,
    unembedded: [...first.unembedded, ...second.unembedded],
    withheld: second.withheld.length > 0 ? second.withheld : first.withheld,
    givenUp: reasons.length > 0 ? reasons.join('; ') : null,
  }
}
