import { EmbeddingError, untilAborted, type EmbeddingModel } from '@recallite/embeddings'
import type { KeptSpace, Space, Store } from '@recallite/store'
import { reasonOf } from '../reason-of.js'
import { assertOwnVector, assertSameModel, canarySentence } from './canary.js'
import type { EmbeddingChain, HeldLink } from './chain.js'
import { createBudget } from './query-budget.js'
import { withPatience, type Patience } from './patience.js'
import { planQuery } from './plan-query.js'
import { isSameSpace } from './same-space.js'

/** A query as a model sees it. */
export interface QueryVector {
  readonly space: Space
  readonly vector: Float32Array
  /** Milliseconds it took, loading the model included. */
  readonly time: number
}

/** What the chain made of a query. */
export interface ChainAnswer {
  /** Undefined where no link could embed it. */
  readonly queryVector: QueryVector | undefined
  /** One per link that was to answer and did not, in order. */
  readonly reasons: readonly string[]
  /** Whether a link was asked and failed: otherwise there was none to ask. */
  readonly isFailed: boolean
}

const staysHere = 'not asked, since nothing is sent elsewhere because a model on this machine failed'

const indexFirst = "run 'recallite index' with it"

function noVectorsReason({ model }: HeldLink, spaces: readonly KeptSpace[]): string {
  const usable = spaces.filter(({ hasVectors }) => hasVectors)
  if (usable.length === 0) return `nothing is embedded yet: ${indexFirst}`
  const others = usable
    .map((space) => (space.model === model ? `${model} (${space.dimensions})` : space.model))
    .join(', ')
  return `the index has vectors of ${others}, not of ${model}: use that model, or ${indexFirst}`
}

/** The space of exactly this model: a link may have been set to other dimensions since. */
function spaceOf(model: EmbeddingModel, spaces: readonly KeptSpace[], link: HeldLink): KeptSpace {
  const space = spaces.find((other) => isSameSpace(other, model.identity))
  if (!space) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', noVectorsReason(link, spaces))
  return space
}

async function embedBy(
  link: HeldLink,
  text: string,
  { spaces, signal }: { spaces: readonly KeptSpace[]; signal: AbortSignal },
): Promise<Pick<QueryVector, 'space' | 'vector'>> {
  const model = await untilAborted(link.forQueries(), signal)
  const space = spaceOf(model, spaces, link)
  const isCanary = text === canarySentence
  const texts = space.canary === null || link.isProven || isCanary ? [text] : [text, canarySentence]
  const vectors = await untilAborted(model.embed({ texts, role: 'query', signal }), signal)
  const [vector = new Float32Array()] = vectors
  const now = isCanary ? vector : vectors[1]
  if (space.canary !== null && now !== undefined) {
    assertSameModel(link.name, { kept: space.canary, now })
    link.isProven = true
  }
  if (!isCanary) assertOwnVector(link.name, vector, space.canary)
  return { space: model.identity, vector }
}

interface Attempt {
  readonly spaces: readonly KeptSpace[]
  /** The most it may take, in milliseconds. */
  readonly time: number
  /** Why it is not to be asked. */
  readonly blocked: string | undefined
  readonly signal: AbortSignal | undefined
}

type Outcome = { readonly embedded: Pick<QueryVector, 'space' | 'vector'> } | { readonly reason: string }

/** Asks one link, unless it is known not to work now or no time is left. */
async function ask(
  link: HeldLink,
  text: string,
  { spaces, time, blocked, signal }: Attempt,
): Promise<Outcome> {
  const obstacle = blocked ?? link.breaker.reason() ?? (time < 1 ? 'no time was left to ask it' : undefined)
  if (obstacle !== undefined) return { reason: obstacle }
  try {
    const embedded = await withPatience({ deadline: Math.round(time), signal }, (ended) =>
      embedBy(link, text, { spaces, signal: ended }),
    )
    link.breaker.succeeded()
    return { embedded }
  } catch (error) {
    signal?.throwIfAborted()
    link.breaker.failed(error)
    return { reason: reasonOf(error) }
  }
}

function withName({ name }: HeldLink, reason: string): string {
  return reason.includes(name) ? reason : `${name}: ${reason}`
}

/** Links that come after the one that answered were not needed. */
function preferredTo(answering: HeldLink, links: readonly HeldLink[]): readonly HeldLink[] {
  const place = links.indexOf(answering)
  return place === -1 ? links : links.slice(0, place)
}

/**
 * Embeds a query by the first link that can, each within its own deadline and all within one. Only links that have
 * vectors here are asked; what keeps a better one from answering is told.
 */
export async function embedQuery(
  text: string,
  { store, chain }: { store: Store; chain: EmbeddingChain },
  { deadline, signal }: Patience,
): Promise<ChainAnswer> {
  const spaces = await store.listSpaces()
  const { links, remembered } = chain
  const { asked, withoutVectors } = planQuery({ links, spaces, remembered })
  const emptyReasons = (of: readonly HeldLink[]) => [
    ...new Set(
      of.filter((link) => withoutVectors.includes(link)).map((link) => noVectorsReason(link, spaces)),
    ),
  ]
  const failures: string[] = []
  const budget = createBudget(deadline)
  let hasLocalFailed = false
  for (const [position, link] of asked.entries()) {
    const time = budget.shareOf(link, asked.slice(position + 1))
    const isForbidden = link.host !== null && hasLocalFailed && link.mayStandIn !== true
    const blocked = isForbidden ? staysHere : undefined
    const outcome = await ask(link, text, { spaces, time, blocked, signal })
    if ('reason' in outcome) {
      failures.push(withName(link, outcome.reason))
      hasLocalFailed ||= link.host === null
    } else {
      const queryVector = { ...outcome.embedded, time: budget.spent() }
      return {
        queryVector,
        reasons: [...emptyReasons(preferredTo(link, links)), ...failures],
        isFailed: false,
      }
    }
  }
  return {
    queryVector: undefined,
    reasons: [...emptyReasons(links), ...failures],
    isFailed: asked.length > 0,
  }
}
