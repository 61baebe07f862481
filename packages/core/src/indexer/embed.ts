import { EmbeddingError, type RetryOptions } from '@recallite/embeddings'
import type { Store } from '@recallite/store'
import type { EmbeddingChain, HeldLink } from '../embedding/chain.js'
import { fillByBatchJobs } from '../embedding/fill/fill-by-batch-jobs.js'
import { type FillOptions, type FillReport, fillSpace, nothingFilled } from '../embedding/fill/fill-space.js'
import { isSpaceOf, mayAsk } from '../embedding/link.js'
import { reasonOf } from '../reason-of.js'

/** What embedding documents did. */
export interface EmbedReport extends FillReport {
  /** The link that was used last; null if there is none, or nothing had to be embedded. */
  readonly link: string | null
}

/** How to embed documents. */
export interface EmbedOptions extends FillOptions {
  /** Embeds by batch jobs; default: by requests. */
  readonly batch?:
    | { readonly concurrency?: number | undefined; readonly pollInterval?: number | undefined }
    | undefined
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Waits between checks of batch jobs; default: a timer. */
  readonly sleep?: RetryOptions['sleep']
}

/** Stage 4: fills the space of the first link; where that fails, the spaces of later links that were begun earlier. */
export async function embedDocuments(
  store: Store,
  { links }: Pick<EmbeddingChain, 'links'>,
  options: EmbedOptions,
): Promise<EmbedReport> {
  let report = nothingFilled
  const failed: HeldLink[] = []
  for (const link of links) {
    if (failed.length > 0 && !(await mayReplace(store, link, failed))) continue
    const filled = await fillOrExplain(store, link, options)
    report = addReports(report, filled)
    // Batch jobs are an option for one provider: no other link replaces it.
    if (filled.givenUp === null || options.batch) return { ...report, link: link.name }
    failed.push(link)
  }
  return { ...report, link: failed.at(-1)?.name ?? null }
}

/**
 * Whether a link may fill its space because those before it failed: only if the space was begun earlier, and never by sending
 * texts elsewhere that were to stay on this machine.
 */
async function mayReplace(store: Store, link: HeldLink, failed: readonly HeldLink[]): Promise<boolean> {
  const hasLocalFailed = failed.some(({ host }) => host === null)
  // A configured fallback may receive queries, but never documents.
  if (!mayAsk({ host: link.host }, hasLocalFailed)) return false
  const spaces = await store.listSpaces()
  return spaces.some((space) => space.hasVectors && isSpaceOf(space, link))
}

async function fillOrExplain(store: Store, link: HeldLink, options: EmbedOptions): Promise<FillReport> {
  const { batch } = options
  try {
    return await (batch
      ? fillByBatchJobs(store, link, { ...options, ...batch })
      : fillSpace(store, link, options))
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    return { ...nothingFilled, givenUp: reasonOf(error) }
  }
}

function addReports(first: FillReport, second: FillReport): FillReport {
  const reasons = [first.givenUp, second.givenUp].filter((reason) => reason !== null)
  return {
    embedded: first.embedded + second.embedded,
    requests: first.requests + second.requests,
    unembedded: [...first.unembedded, ...second.unembedded],
    withheld: second.withheld.length > 0 ? second.withheld : first.withheld,
    givenUp: reasons.length > 0 ? reasons.join('; ') : null,
  }
}
