import { EmbeddingError } from '@recallite/embeddings'
import type { Store } from '@recallite/store'
import { calibrateSpace } from '../embedding/calibration/calibrate.js'
import type { EmbeddingChain, HeldBackend } from '../embedding/chain.js'
import type { BatchOptions } from '../embedding/fill/batch-jobs.js'
import { fillByBatchJobs } from '../embedding/fill/fill-by-batch-jobs.js'
import { type FillReport, fillSpace, nothingFilled } from '../embedding/fill/fill-space.js'
import { isSpaceComplete, isSpaceOf, localOnlyReason, mayAsk, unnamedReason } from '../embedding/backend.js'
import { reasonOf } from '../errors.js'
import type { Fallback } from '../status.js'

/** What embedding documents did. */
export interface EmbedReport extends FillReport {
  /** The backend that was used last; null if none was. */
  readonly backend: string | null
  /** The backend that embedded the documents after those before it failed; null if the first did, or none. */
  readonly fallback: Fallback | null
}

/** How to embed documents. */
export interface EmbedOptions extends Omit<BatchOptions, 'concurrency' | 'pollInterval'> {
  /** Uses batch jobs instead of requests; fallbacks do so if they have them. */
  readonly batch?: Pick<BatchOptions, 'concurrency' | 'pollInterval'> | undefined
}

interface Attempt {
  readonly backend: HeldBackend
  readonly filled: FillReport
}

/** Stage 4: fills the space of the first backend; if that fails, of the next one that may embed documents. */
export async function embedDocuments(
  store: Store,
  { backends }: Pick<EmbeddingChain, 'backends'>,
  options: EmbedOptions,
): Promise<EmbedReport> {
  const attempts: Attempt[] = []
  const skipped: Attempt[] = []
  for (const backend of backends) {
    const isFallback = attempts.length > 0
    const givenUp = isFallback ? await reasonToSkip(store, backend, attempts) : null
    if (givenUp !== null) {
      skipped.push({ backend, filled: { ...nothingFilled, givenUp } })
      continue
    }
    const batch = isFallback && !backend.openBatches ? undefined : options.batch
    const filled = await fillOrExplain(store, backend, { ...options, batch })
    attempts.push({ backend, filled })
    if (filled.givenUp === null || !(await needsFallback(store, backend, options))) break
  }
  return reportOf(attempts, skipped)
}

/** A backend without batch jobs has not failed, and one with a complete space has nothing left to embed. */
async function needsFallback(store: Store, backend: HeldBackend, { batch }: EmbedOptions): Promise<boolean> {
  const isAbleToBatch = batch === undefined || backend.openBatches !== undefined
  return isAbleToBatch && !(await isSpaceComplete(store, backend))
}

/** Unless the user named it as a fallback, a backend starts no new space and replaces no local model. */
async function reasonToSkip(store: Store, backend: HeldBackend, failed: readonly Attempt[]) {
  const hasLocalFailed = failed.some(({ backend: { host } }) => host === null)
  if (!mayAsk(backend, hasLocalFailed)) return localOnlyReason
  if (backend.isUsersFallback) return null
  const spaces = await store.listSpaces()
  return spaces.some((space) => space.hasVectors && isSpaceOf(space, backend)) ? null : unnamedReason
}

async function fillOrExplain(store: Store, backend: HeldBackend, options: EmbedOptions): Promise<FillReport> {
  const { batch, sameModels, signal } = options
  try {
    const filled = await (batch
      ? fillByBatchJobs(store, backend, { ...options, ...batch })
      : fillSpace(store, backend, options))
    if (filled.givenUp === null) await calibrateSpace({ store, sameModels, backend, signal })
    return filled
  } catch (error) {
    signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    return { ...nothingFilled, givenUp: reasonOf(error) }
  }
}

/** Adds the reports of files and of records. */
export function addReports(first: EmbedReport, second: EmbedReport): EmbedReport {
  return {
    ...second,
    embedded: first.embedded + second.embedded,
    requests: first.requests + second.requests,
    unembedded: [...first.unembedded, ...second.unembedded],
    withheld: [...first.withheld, ...second.withheld],
    backend: second.backend ?? first.backend,
    fallback: first.fallback ?? second.fallback,
  }
}

function reportOf(attempts: readonly Attempt[], skipped: readonly Attempt[]): EmbedReport {
  const last = attempts.at(-1)
  if (!last) return { ...nothingFilled, backend: null, fallback: null }
  const { backend, filled } = last
  const failed = [...attempts.filter((attempt) => attempt.filled.givenUp !== null), ...skipped]
  const isFilled = filled.givenUp === null
  const sumOf = (key: 'embedded' | 'requests') =>
    attempts.reduce((sum, attempt) => sum + attempt.filled[key], 0)
  return {
    ...filled,
    embedded: sumOf('embedded'),
    requests: sumOf('requests'),
    unembedded: isFilled ? filled.unembedded : attempts.flatMap((attempt) => attempt.filled.unembedded),
    givenUp: isFilled ? null : explain(failed),
    backend: backend.name,
    fallback: isFilled && failed.length > 0 ? { to: backend.name, reason: explain(failed, true) } : null,
  }
}

/** The reasons of failed backends, with their names unless there is only one. */
function explain(failed: readonly Attempt[], isNamed = failed.length > 1): string {
  const reasons = failed.map(({ backend: { name }, filled: { givenUp } }) => {
    const reason = givenUp ?? ''
    return isNamed && !reason.includes(name) ? `${name}: ${reason}` : reason
  })
  return reasons.join('; ')
}
