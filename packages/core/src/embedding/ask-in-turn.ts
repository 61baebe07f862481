import { performance } from 'node:perf_hooks'
import { reasonOf } from '../reason-of.js'
import type { HeldLink } from './chain.js'
import { type EmbeddingLink, localOnlyReason, mayAsk } from './link.js'

/** One attempt, which has to end when the signal aborts. */
type AskLink<Answer> = (link: HeldLink, signal: AbortSignal) => Promise<Answer>

interface AskLimits {
  /** In milliseconds. */
  readonly time: number
  readonly isForbidden: boolean
  readonly signal: AbortSignal | undefined
}

type Outcome<Answer> = { readonly answer: Answer } | { readonly reason: string }

/** What all links behind a network may take together, in milliseconds; the keyword retriever answers without them. */
const remoteTime = 4_000

/** How long something may take, and a signal that ends it sooner. */
export interface TimeLimit {
  /** In milliseconds. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/**
 * Asks links one after the other until one answers, each within its own deadline and all within one. Rejects only with the
 * signal's reason.
 * @returns the answer and its link, if any, a failure for each link before it, and the time in milliseconds
 */
export async function askLinksInOrder<Answer>(
  links: readonly HeldLink[],
  ask: AskLink<Answer>,
  { deadline, signal }: TimeLimit,
) {
  const failures: string[] = []
  const budget = createTimeBudget(deadline)
  let hasLocalFailed = false
  for (const [position, link] of links.entries()) {
    const time = budget.shareOf(link, links.slice(position + 1))
    const isForbidden = !mayAsk(link, hasLocalFailed)
    const outcome = await askOne(link, ask, { time, isForbidden, signal })
    if ('answer' in outcome) {
      return { answered: { link, answer: outcome.answer }, failures, time: budget.spent() }
    }
    failures.push(withName(link, outcome.reason))
    hasLocalFailed ||= link.host === null
  }
  return { answered: undefined, failures, time: budget.spent() }
}

/** @param deadline for all links together, in milliseconds */
function createTimeBudget(deadline: number) {
  const start = performance.now()
  let remoteLeft = remoteTime
  const spent = () => performance.now() - start
  return {
    /** How long a link may take, in milliseconds: half of what is left while others follow, so that they get a chance. */
    shareOf({ host }: EmbeddingLink, followers: readonly EmbeddingLink[]): number {
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

/** Asks one link, unless it is known to fail now or no time is left. */
async function askOne<Answer>(
  link: HeldLink,
  ask: AskLink<Answer>,
  limits: AskLimits,
): Promise<Outcome<Answer>> {
  const obstacle = obstacleOf(link, limits)
  if (obstacle !== undefined) return { reason: obstacle }
  const { signal } = limits
  try {
    const limit = { deadline: Math.round(limits.time), signal }
    const answer = await withTimeLimit(limit, (ended) => ask(link, ended))
    link.breaker.succeeded()
    return { answer }
  } catch (error) {
    signal?.throwIfAborted()
    link.breaker.failed(error)
    return { reason: reasonOf(error) }
  }
}

function obstacleOf({ breaker }: HeldLink, { isForbidden, time }: AskLimits): string | undefined {
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

function withName({ name }: HeldLink, reason: string): string {
  return reason.includes(name) ? reason : `${name}: ${reason}`
}
