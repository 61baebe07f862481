import type { Capability } from '@recallite/store'
import { nameOf, type EmbeddingLink } from './link.js'
import { mayAsk, staysHere } from './may-ask.js'
import type { QueryPlan } from './plan-query.js'

/** What would answer a question instead of the first choice, and why. */
export interface Fallback {
  /** A model, as `provider/model`, or `words`. */
  readonly to: string
  readonly reason: string
}

/** What would answer a question now, as far as can be told without asking it. */
export interface Answering {
  /** The first choice; null where nobody is to embed. */
  readonly provider: string | null
  readonly model: string | null
  /** Null where the first choice answers, and where words alone are wanted. */
  readonly fallback: Fallback | null
}

/** What it depends on. */
export interface AnsweringFacts<Link extends EmbeddingLink> {
  /** As configured, the first choice first. */
  readonly links: readonly Link[]
  readonly plan: QueryPlan<Link>
  /** Why a link cannot answer, as far as can be seen without asking it. */
  readonly obstacleOf: (link: Link) => string | undefined
  readonly vectorSearch: Pick<Capability, 'available' | 'reason'>
  /** Why there is no link; undefined if none is wanted. */
  readonly noModelReason: string | undefined
}

/** The first link that could answer, with what keeps those before it from it. */
function firstAble<Link extends EmbeddingLink>({ plan, obstacleOf }: AnsweringFacts<Link>) {
  const reasons: string[] = []
  let hasLocalFailed = false
  for (const link of plan.asked) {
    const obstacle = mayAsk(link, hasLocalFailed) ? obstacleOf(link) : staysHere
    if (obstacle === undefined) return { able: link, reasons }
    reasons.push(`${nameOf(link)}: ${obstacle}`)
    hasLocalFailed ||= link.host === null
  }
  return { able: undefined, reasons }
}

function fallbackOf<Link extends EmbeddingLink>(facts: AnsweringFacts<Link>): Fallback | null {
  const { links, plan, vectorSearch, noModelReason } = facts
  const [first] = links
  if (!first) return noModelReason === undefined ? null : { to: 'words', reason: noModelReason }
  if (!vectorSearch.available)
    return { to: 'words', reason: vectorSearch.reason ?? 'vectors cannot be searched' }
  const { able, reasons } = firstAble(facts)
  if (able === first) return null
  const lacking = plan.withoutVectors.map((link) => `${nameOf(link)} has no vectors here`)
  const unfinished =
    able && !lacking.length && !reasons.length ? [`${nameOf(first)} has not finished embedding`] : []
  return {
    to: able ? nameOf(able) : 'words',
    reason: [...lacking, ...reasons, ...unfinished].join('; '),
  }
}

/** Says what would answer a question now, and why it is not the first choice. Pure. */
export function whoAnswers<Link extends EmbeddingLink>(facts: AnsweringFacts<Link>): Answering {
  const [first] = facts.links
  return { provider: first?.provider ?? null, model: first?.model ?? null, fallback: fallbackOf(facts) }
}
