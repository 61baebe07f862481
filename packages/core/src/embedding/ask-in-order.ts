import { reasonOf } from '../reason-of.js'
import { type EmbeddingBackend, localOnlyReason, mayAsk } from './backend.js'
import type { HeldBackend } from './chain.js'

/** How long something may take, and a signal that ends it sooner. */
export interface TimeLimit {
  /** In milliseconds. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** One attempt, which has to end when the signal aborts. */
type AskBackend<Answer> = (backend: HeldBackend, signal: AbortSignal) => Promise<Answer>

/** What all backends behind a network may take together, in milliseconds; the keyword retriever answers without them. */
const remoteTime = 4_000

/**
 * Asks backends one after the other until one answers, each within its own deadline and all within one. Does not ask those
 * known to fail now. Rejects only with the signal's reason.
 * @returns the answer and its backend, if any, a failure for each backend before it, and the time in milliseconds
 */
export async function askBackendsInOrder<Answer>(
  backends: readonly HeldBackend[],
  ask: AskBackend<Answer>,
  { deadline, signal }: TimeLimit,
) {
  const failures: string[] = []
  const budget = createTimeBudget(deadline)
  let hasLocalFailed = false
  for (const [position, backend] of backends.entries()) {
    const time = budget.shareOf(backend, backends.slice(position + 1))
    const known = backend.breaker.reason() ?? (time < 1 ? 'no time was left to ask it' : undefined)
    const obstacle = mayAsk(backend, hasLocalFailed) ? known : localOnlyReason
    const limit = { deadline: Math.round(time), signal }
    const outcome = obstacle === undefined ? await askOne(backend, ask, limit) : { reason: obstacle }
    if ('answer' in outcome) {
      return { answered: { backend, answer: outcome.answer }, failures, time: budget.spent() }
    }
    const { reason } = outcome
    failures.push(reason.includes(backend.name) ? reason : `${backend.name}: ${reason}`)
    hasLocalFailed ||= backend.host === null
  }
  return { answered: undefined, failures, time: budget.spent() }
}

/** @param deadline for all backends together, in milliseconds */
function createTimeBudget(deadline: number) {
  const start = performance.now()
  let remoteLeft = remoteTime
  const spent = () => performance.now() - start
  return {
    /** How long a backend may take, in milliseconds: half of what is left while others follow, so that they get a chance. */
    shareOf({ host }: EmbeddingBackend, followers: readonly EmbeddingBackend[]): number {
      const left = deadline - spent()
      const share = followers.length > 0 ? left / 2 : left
      if (host === null) return share
      const isLastRemote = followers.every((follower) => follower.host === null)
      const remoteShare = Math.min(share, isLastRemote ? remoteLeft : remoteLeft / 2)
      remoteLeft -= remoteShare
      return remoteShare
    },
    spent,
  }
}

/** Asks a backend with a signal that aborts at the deadline or with the caller's signal. */
async function askOne<Answer>(
  backend: HeldBackend,
  ask: AskBackend<Answer>,
  { deadline, signal }: TimeLimit,
) {
  const late = new AbortController()
  const message = `no answer within ${deadline} ms (timeout)`
  const timer = setTimeout(() => late.abort(new DOMException(message, 'TimeoutError')), deadline)
  try {
    const answer = await ask(backend, signal ? AbortSignal.any([late.signal, signal]) : late.signal)
    backend.breaker.succeeded()
    return { answer }
  } catch (error) {
    signal?.throwIfAborted()
    backend.breaker.failed(error)
    return { reason: reasonOf(error) }
  } finally {
    clearTimeout(timer)
  }
}
