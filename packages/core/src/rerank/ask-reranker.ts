import { untilAborted } from '@recallite/embeddings'
import { assertScores, type RerankRequest } from '@recallite/rerankers'
import { reasonOf } from '../reason-of.js'
import type { HeldReranker } from './hold-reranker.js'

/** How long a reranker may take, in milliseconds, and a signal that ends it sooner. */
export interface RerankLimits {
  /** For opening its model. */
  readonly openDeadline: number
  /** For scoring the texts. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** One score for each text, or why there are none. */
export type RerankAnswer = { readonly scores: readonly number[] } | { readonly reason: string }

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
