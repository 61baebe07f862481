import { type Reranker, assertScores, type RerankRequest } from '@recallite/rerankers'
import { type CircuitBreaker, createCircuitBreaker } from '../embedding/circuit-breaker.js'
import { holdOpened } from '../embedding/model-holder.js'
import { untilAborted } from '@recallite/embeddings'
import { reasonOf } from '../errors.js'
import { assertSpecification } from '../specification.js'

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
  /** Opens the model if it is not open, and keeps it open until `work` has ended. */
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
  return {
    ...backend,
    breaker: createCircuitBreaker({ now, opensOnRefusal: backend.host !== null }),
    ...holdOpened(async (signal) => assertSpecification(await backend.open(signal), 'reranker'), {
      idle: backend.isInHand ? undefined : idle,
      free: (reranker) => reranker.dispose?.(),
    }),
  }
}

/** How long a reranker may take, in milliseconds, and a signal that ends it sooner. */
export interface RerankLimits {
  /** For opening its model. */
  readonly openDeadline: number
  /** For scoring the texts. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** One score for each text, or why there are none. */
type RerankAnswer = { readonly scores: readonly number[] } | { readonly reason: string }

/**
 * Asks a reranker once, unless it is known to fail now. Rejects only with the signal's reason.
 * @returns the scores, checked, or the reason why there are none
 */
export async function askReranker(
  held: HeldReranker,
  request: Omit<RerankRequest, 'signal'>,
  limits: RerankLimits,
): Promise<RerankAnswer> {
  const known = held.breaker.reason()
  if (known !== undefined) return { reason: known }
  const { signal: outer } = limits
  const { signal, allow, end } = createDeadline(outer)
  try {
    const ask = held.use(async (reranker) => {
      signal.throwIfAborted()
      allow(limits.deadline, 'scored nothing', 'rerank.deadline allows more')
      return reranker.rerank({ ...request, signal })
    })
    allow(limits.openDeadline, 'did not load', 'query.deadline allows more')
    const scores = await untilAborted(ask, signal)
    const source = `${held.provider}/${held.model}`
    assertScores(scores, { count: request.texts.length, source })
    held.breaker.succeeded()
    return { scores }
  } catch (error) {
    outer?.throwIfAborted()
    held.breaker.failed(error)
    return { reason: reasonOf(error) }
  } finally {
    end()
  }
}

/** A signal that aborts with the outer one, or when what was allowed last takes longer. */
function createDeadline(outer: AbortSignal | undefined) {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  return {
    signal: outer ? AbortSignal.any([late.signal, outer]) : late.signal,
    allow(milliseconds: number, what: string, remedy: string): void {
      end()
      const message = `the reranker ${what} within ${milliseconds} ms (${remedy})`
      timer = setTimeout(() => late.abort(new DOMException(message, 'TimeoutError')), milliseconds)
    },
    end,
  }
}
