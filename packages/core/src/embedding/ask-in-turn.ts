import { reasonOf } from '../reason-of.js'
import type { HeldLink } from './chain.js'
import { mayAsk, staysHere } from './may-ask.js'
import { withPatience, type Patience } from './patience.js'
import { createBudget } from './query-budget.js'

/** What a link is asked for; it is to end when the signal aborts. */
export type AskLink<Answer> = (link: HeldLink, signal: AbortSignal) => Promise<Answer>

/** What came of asking. */
export interface Turns<Answer> {
  /** Undefined where no link could answer. */
  readonly answered: { readonly link: HeldLink; readonly answer: Answer } | undefined
  /** One for each link before it, in order. */
  readonly failures: readonly string[]
  /** Milliseconds it took. */
  readonly time: number
}

interface Turn {
  /** The most it may take, in milliseconds. */
  readonly time: number
  readonly isForbidden: boolean
  readonly signal: AbortSignal | undefined
}

type Outcome<Answer> = { readonly answer: Answer } | { readonly reason: string }

function obstacleOf({ breaker }: HeldLink, { isForbidden, time }: Turn): string | undefined {
  if (isForbidden) return staysHere
  return breaker.reason() ?? (time < 1 ? 'no time was left to ask it' : undefined)
}

/** Asks one link, unless it is known not to work now or no time is left. */
async function askOne<Answer>(link: HeldLink, ask: AskLink<Answer>, turn: Turn): Promise<Outcome<Answer>> {
  const obstacle = obstacleOf(link, turn)
  if (obstacle !== undefined) return { reason: obstacle }
  const { signal } = turn
  try {
    const patience = { deadline: Math.round(turn.time), signal }
    const answer = await withPatience(patience, (ended) => ask(link, ended))
    link.breaker.succeeded()
    return { answer }
  } catch (error) {
    signal?.throwIfAborted()
    link.breaker.failed(error)
    return { reason: reasonOf(error) }
  }
}

function withName({ name }: HeldLink, reason: string): string {
  return reason.includes(name) ? reason : `${name}: ${reason}`
}

/**
 * Asks links one after the other until one answers, each within its own deadline and all within one. Rejects with the
 * signal's reason alone.
 */
export async function askInTurn<Answer>(
  links: readonly HeldLink[],
  ask: AskLink<Answer>,
  { deadline, signal }: Patience,
): Promise<Turns<Answer>> {
  const failures: string[] = []
  const budget = createBudget(deadline)
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
