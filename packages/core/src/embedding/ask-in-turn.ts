import { performance } from 'node:perf_hooks'
import { reasonOf } from '../reason-of.js'
import type { HeldBackend } from './chain.js'
import { type EmbeddingBackend, localOnlyReason, mayAsk } from './backend.js'

/** One attempt, which has to end when the signal aborts. */
type AskBackend<Answer> = (backend: HeldBackend, signal: AbortSignal) => Promise<Answer>

interface AskLimits {
  /** In milliseconds. */
  readonly time: number
  readonly isForbidden: boolean
  readonly signal: AbortSignal | undefined
}

type Outcome<Answer> = { readonly answer: Answer } | { readonly reason: string }

/** What all backends behind a network may take together, in milliseconds; the keyword retriever answers without them. */
const remoteTime = 4_000

/** How long something may take, and a signal that ends it sooner. */
export interface TimeLimit {
  /** In milliseconds. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/**
 * Asks backends one after the other until one answers, each within its own deadline and all within one. Rejects only with the
 * signal's reason.
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
    const isForbidden = !mayAsk(backend, hasLocalFailed)
    const outcome = await askOne(backend, ask, { time, isForbidden, signal })
    if ('answer' in outcome) {
      return { answered: { backend, answer: outcome.answer }, failures, time: budget.spent() }
    }
    failures.push(withName(backend, outcome.reason))
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

/** Asks one backend, unless it is known to fail now or no time is left. */
async function askOne<Answer>(
  backend: HeldBackend,
  ask: AskBackend<Answer>,
  limits: AskLimits,
): Promise<Outcome<Answer>> {
  const obstacle = obstacleOf(backend, limits)
  if (obstacle !== undefined) return { reason: obstacle }
  const { signal } = limits
  try {
    const limit = { deadline: Math.round(limits.time), signal }
    const answer = await withTimeLimit(limit, (ended) => ask(backend, ended))
    backend.breaker.succeeded()
    return { answer }
  } catch (error) {
    signal?.throwIfAborted()
    backend.breaker.failed(error)
    return { reason: reasonOf(error) }
  }
}

function obstacleOf({ breaker }: HeldBackend, { isForbidden, time }: AskLimits): string | undefined {
  if (isForbidden) return localOnlyReason
  return breaker.reason() ?? (time < 1 ? 'no time was left to ask it' : undefined)
}

/** Runs work with a signal that aborts at the deadline or with the caller's signal. */
async function withTimeLimit<Result>(
  { deadline, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  const late = () =>
    ended.abort(new DOMException(`no answer within ${deadline} ms (timeout)`, 'TimeoutError'))
  const unwanted = () => ended.abort(signal?.reason)
  const timer = setTimeout(late, deadline)
  if (signal?.aborted) unwanted()
  signal?.addEventListener('abort', unwanted, { once: true })
  try {
    return await work(ended.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', unwanted)
  }
}

function withName({ name }: HeldBackend, reason: string): string {
  return reason.includes(name) ? reason : `${name}: ${reason}`
}
