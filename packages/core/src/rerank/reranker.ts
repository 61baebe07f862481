import { type Reranker, assertScores, type RerankRequest } from '@recallite/rerankers'
import { type CircuitBreaker, createCircuitBreaker } from '../embedding/circuit-breaker.js'
import { holdOpened } from '../embedding/model-holder.js'
import { untilAborted } from '@recallite/embeddings'
import { reasonOf } from '../errors.js'
import { assertSpecification } from '../specification.js'

/** A configured reranker, and how to open its model. */
export interface RerankerBackend {
  /** `provider` and `model` as in the model's identity. */
  readonly provider: string
  readonly model: string
  /** The host that texts are sent to; null if they stay on this machine. Documents that look like secrets are never sent. */
  readonly host: string | null
  /** Why it cannot answer, without opening it, for example a missing file or key. Must not throw. */
  readonly obstacle?: (() => string | undefined) | undefined
  /** Opens the model. Rejects with RerankError. */
  readonly open: (signal: AbortSignal) => Promise<Reranker>
  /** Whether the model was opened by the caller, so it is not closed when idle. */
  readonly isInHand?: boolean | undefined
}

/** A backend for an open reranker, which is local unless `host` is set. */
export function rerankerBackendFor(
  reranker: Reranker,
  { host = null }: { host?: string | null } = {},
): RerankerBackend {
  return { ...reranker.identity, host, open: () => Promise.resolve(reranker), isInHand: true }
}

/** A reranker that is opened once, with a circuit breaker. */
export interface HeldReranker extends Omit<RerankerBackend, 'open'> {
  readonly breaker: CircuitBreaker
  /** Opens the model if necessary, and does not close it before `work` has ended. */
  use<Result>(work: (reranker: Reranker) => Promise<Result>): Promise<Result>
  /** Closes the model; does not wait for one that is being opened. */
  close(): Promise<void>
}

/** Opens a reranker on first use, and closes it after `idle` milliseconds without use. */
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

/** Deadlines in milliseconds, and a signal. */
export interface RerankLimits {
  readonly openDeadline: number
  /** For scoring the texts. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** One score per text, or why there are none. */
type RerankAnswer = { readonly scores: readonly number[] } | { readonly reason: string }

/** Calls a reranker once, unless its circuit breaker is open. Rejects only with the signal's reason. */
export async function askReranker(
  held: HeldReranker,
  request: Omit<RerankRequest, 'signal'>,
  limits: RerankLimits,
): Promise<RerankAnswer> {
  const failure = held.breaker.reason()
  if (failure !== undefined) return { reason: failure }
  const { signal: outer } = limits
  const { signal, allow, end } = createDeadline(outer)
  try {
    const answer = held.use(async (reranker) => {
      signal.throwIfAborted()
      allow(limits.deadline, 'scored nothing', 'increase rerank.deadline')
      return reranker.rerank({ ...request, signal })
    })
    allow(limits.openDeadline, 'did not load', 'increase query.deadline')
    const scores = await untilAborted(answer, signal)
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

/** A signal that aborts with the outer one, or when the last deadline has passed. */
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
