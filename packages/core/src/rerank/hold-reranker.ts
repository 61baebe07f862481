import type { Reranker } from '@recallite/rerankers'
import { type CircuitBreaker, createCircuitBreaker } from '../embedding/circuit-breaker.js'
import { createIdleTimer } from '../embedding/model-holder.js'

/** A place where texts can be reranked, and how to open its model. */
export interface RerankerBackend {
  /** As in the identity of its model. */
  readonly provider: string
  /** As in the identity of its model. */
  readonly model: string
  /** Where texts are sent; null where they stay on this machine. Texts of documents that look like secrets are sent nowhere. */
  readonly host: string | null
  /** Why it cannot answer now, as far as that is known without opening it: its file or its key is missing. Never throws. */
  readonly obstacle?: (() => string | undefined) | undefined
  /** Opens its model; aborting the signal ends the attempt. Rejects with RerankError. */
  readonly open: (signal: AbortSignal) => Promise<Reranker>
  /** Whether its model is open already and cannot be opened again, so that it is not released for being idle. */
  readonly isInHand?: boolean | undefined
}

/** The backend to an open reranker. Its texts count as staying on this machine unless `host` is set. */
export function rerankerBackendFor(
  reranker: Reranker,
  { host = null }: { host?: string | null } = {},
): RerankerBackend {
  return { ...reranker.identity, host, open: () => Promise.resolve(reranker), isInHand: true }
}

/** A reranker in use: its model is opened once, and its circuit breaker counts failures. */
export interface HeldReranker extends Omit<RerankerBackend, 'open'> {
  readonly breaker: CircuitBreaker
  /** Opens the model if it is not open, and keeps it open while `use` runs. */
  use<Result>(work: (reranker: Reranker) => Promise<Result>): Promise<Result>
  /** Frees the model; does not wait for one that is still being opened. */
  close(): Promise<void>
}

/**
 * Opens a reranker when it is first needed.
 * @param idle how long it is kept without being used, in milliseconds; undefined: always
 */
export function holdReranker(
  backend: RerankerBackend,
  { now, idle }: { readonly now: () => number; readonly idle: number | undefined },
): HeldReranker {
  const closing = new AbortController()
  const whileUsed = createIdleTimer(backend.isInHand ? undefined : idle, release, closing.signal)
  let opening: Promise<Reranker> | undefined
  let reranker: Reranker | undefined

  async function openAnew(): Promise<Reranker> {
    const opened = await backend.open(closing.signal)
    reranker = opened
    // The holder was closed while the model was opened.
    if (closing.signal.aborted) await opened.dispose?.()
    return opened
  }

  function openOnce(): Promise<Reranker> {
    opening ??= openAnew().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function release(): Promise<void> {
    const unused = reranker
    opening = undefined
    reranker = undefined
    await unused?.dispose?.()
  }

  return {
    ...backend,
    breaker: createCircuitBreaker({ now, opensOnRefusal: backend.host !== null }),
    use: (work) => whileUsed(async () => work(await openOnce())),
    async close() {
      opening?.catch(() => undefined)
      closing.abort(new DOMException('the memory was closed', 'AbortError'))
      await reranker?.dispose?.()
    },
  }
}
