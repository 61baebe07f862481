import { EmbeddingError, type RetryOptions } from '@recallite/embeddings'
import type { Store } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import type { EmbeddingChain, HeldLink } from './chain.js'
import { isSpaceOf } from './is-space-of.js'
import { mayAsk } from './may-ask.js'
import { fillByBatches } from './batch/fill-by-batches.js'
import { fillSpace, nothingFilled, type FillOptions, type FillReport } from './fill/fill-space.js'

/** What embedding documents did. */
export interface EmbedReport extends FillReport {
  /** The link that they were embedded by at last; null without one, and where nothing had to be embedded. */
  readonly link: string | null
}

/** How to embed documents. */
export interface EmbedOptions extends FillOptions {
  /** Have them embedded by batch jobs, so many at once; undefined for at once. */
  readonly batch?:
    | { readonly concurrency?: number | undefined; readonly pollInterval?: number | undefined }
    | undefined
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Waits between two looks at batch jobs; default: a timer. */
  readonly sleep?: RetryOptions['sleep']
}

async function tryToFill(store: Store, link: HeldLink, options: EmbedOptions): Promise<FillReport> {
  const { batch } = options
  try {
    return await (batch
      ? fillByBatches(store, link, { ...options, ...batch })
      : fillSpace(store, link, options))
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    return { ...nothingFilled, givenUp: reasonOf(error) }
  }
}

/**
 * Whether a link may stand in for those before it that failed: it never begins a space because something failed, and
 * texts that were to stay on this machine stay here.
 */
async function isStandIn(store: Store, link: HeldLink, failed: readonly HeldLink[]): Promise<boolean> {
  const hasLocalFailed = failed.some(({ host }) => host === null)
  // What somebody put behind on purpose may have questions: never documents.
  if (!mayAsk({ host: link.host }, hasLocalFailed)) return false
  const spaces = await store.listSpaces()
  return spaces.some((space) => space.hasVectors && isSpaceOf(space, link))
}

function together(first: FillReport, second: FillReport): FillReport {
  const reasons = [first.givenUp, second.givenUp].filter((reason) => reason !== null)
  return {
    embedded: first.embedded + second.embedded,
    requests: first.requests + second.requests,
    unembedded: [...first.unembedded, ...second.unembedded],
    withheld: second.withheld.length > 0 ? second.withheld : first.withheld,
    givenUp: reasons.length > 0 ? reasons.join('; ') : null,
  }
}

/** Fills the space of the first link; where that fails, those of the next ones that have been begun before. */
export async function embedDocuments(
  store: Store,
  { links }: Pick<EmbeddingChain, 'links'>,
  options: EmbedOptions,
): Promise<EmbedReport> {
  let report = nothingFilled
  const failed: HeldLink[] = []
  for (const link of links) {
    if (failed.length > 0 && !(await isStandIn(store, link, failed))) continue
    const filled = await tryToFill(store, link, options)
    report = together(report, filled)
    // Batches are asked for by whoever knows the provider: no other stands in.
    if (filled.givenUp === null || options.batch) return { ...report, link: link.name }
    failed.push(link)
  }
  return { ...report, link: failed.at(-1)?.name ?? null }
}
