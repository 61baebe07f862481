import { EmbeddingError, untilAborted } from '@recallite/embeddings'
import type { KeptSpace, Store } from '@recallite/store'
import { assertOwnVector, canarySentence, verifyModel } from './canary.js'
import type { EmbeddingChain, HeldBackend } from './chain.js'
import { type EmbeddingBackend, isSameSpace, isSpaceOf, localOnlyReason, mayAsk } from './backend.js'
import { reasonOf } from '../errors.js'

/** The vector of a query. */
interface QueryVector {
  readonly space: KeptSpace
  readonly vector: Float32Array
  /** Milliseconds it took, loading the model included. */
  readonly time: number
}

/** What to do about a model without vectors. */
export const indexFirst = "run 'recallite index'"

/** What to do about a space that is not filled yet, perhaps as a process is about to. */
export const beingFilled = "embedding has begun; 'recallite index' goes on with it if no other process does"

/** The backends to ask, in order, and the configured ones that cannot be asked. */
export interface QueryPlan<Backend extends EmbeddingBackend> {
  readonly asked: readonly Backend[]
  /** These have no vectors to compare a query with. */
  readonly withoutVectors: readonly Backend[]
}

/** What embedding a query gave. */
export type EmbeddedQuery = Awaited<ReturnType<typeof embedQuery>>

/**
 * Embeds a query by the first backend that can. Asks only backends that have vectors here.
 * @returns the vector if any, a reason for each better backend that did not answer, and whether all that were asked failed
 */
export async function embedQuery(
  text: string,
  { store, chain }: { store: Store; chain: EmbeddingChain },
  limit: TimeLimit,
) {
  const spaces = await store.listSpaces()
  const { backends } = chain
  const { asked, withoutVectors } = planQuery(chain, spaces)
  const { answered, failures, time } = await askBackendsInOrder(
    asked,
    (backend, signal) => embedBy(backend, text, { spaces, signal }),
    limit,
  )
  const position = answered ? backends.indexOf(answered.backend) : -1
  const better = position === -1 ? backends : backends.slice(0, position)
  const unindexed = better.filter((backend) => withoutVectors.includes(backend))
  return {
    queryVector: answered && ({ ...answered.answer, time } satisfies QueryVector),
    reasons: [...new Set(unindexed.map((backend) => unindexedReason(backend, spaces))), ...failures],
    isFailed: !answered && asked.length > 0,
  }
}

/**
 * Backends with complete spaces come before those whose spaces are being filled, so that a new model answers only when its
 * vectors are there; among equals configured backends come first, then those that filled other spaces, the latest first. Pure.
 * @param spaces the most recently chosen last
 */
export function planQuery<Backend extends EmbeddingBackend>(
  chain: { readonly backends: readonly Backend[]; remembered(source: string): Backend | undefined },
  spaces: readonly Omit<KeptSpace, 'canary'>[],
): QueryPlan<Backend> {
  const { backends } = chain
  const usable = spaces.filter(({ hasVectors }) => hasVectors).toReversed()
  const spacesOf = (backend: Backend) => usable.filter((space) => isSpaceOf(space, backend))
  const others = usable
    .filter((space) => !backends.some((backend) => isSpaceOf(space, backend)))
    .flatMap(({ source }) => (source === null ? [] : (chain.remembered(source) ?? [])))
  const all = [...new Set([...backends, ...others])]
  const filled = all.filter((backend) => spacesOf(backend).some(({ isFilled }) => isFilled))
  const partly = all.filter((backend) => !filled.includes(backend) && spacesOf(backend).length > 0)
  return {
    asked: [...filled, ...partly],
    withoutVectors: backends.filter((backend) => spacesOf(backend).length === 0),
  }
}

async function embedBy(
  backend: HeldBackend,
  text: string,
  { spaces, signal }: { spaces: readonly KeptSpace[]; signal: AbortSignal },
): Promise<Pick<QueryVector, 'space' | 'vector'>> {
  const model = await untilAborted(backend.forQueries(), signal)
  const { identity } = model
  // The backend may have been configured for other dimensions since.
  const space = spaces.find((other) => isSameSpace(other, identity))
  if (!space) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', noVectorsReason(backend, spaces))
  if (text === canarySentence) {
    const { canary, kept } = await verifyModel(model, [space], { signal })
    backend.isVerified ||= kept !== null
    return { space, vector: canary }
  }
  const needsVerification = space.canary !== null && space.hasVectors && !backend.isVerified
  const vectors = needsVerification
    ? (await verifyModel(model, [space], { texts: [text], signal })).vectors
    : await untilAborted(model.embed({ texts: [text], role: 'query', signal }), signal)
  backend.isVerified ||= needsVerification
  const [vector = new Float32Array()] = vectors
  assertOwnVector(backend.name, vector, space.canary)
  return { space, vector }
}

/** What is in the way of a model comes first: without it there is nothing to index with. */
function unindexedReason(backend: HeldBackend, spaces: readonly KeptSpace[]): string {
  const obstacle = backend.obstacle?.()
  return obstacle === undefined ? noVectorsReason(backend, spaces) : `${backend.name}: ${obstacle}`
}

function noVectorsReason(backend: HeldBackend, spaces: readonly KeptSpace[]): string {
  const { model } = backend
  const usable = spaces.filter(({ hasVectors }) => hasVectors)
  if (spaces.some((space) => isSpaceOf(space, backend))) return `no vectors of ${model} yet: ${beingFilled}`
  if (usable.length === 0) return `nothing is embedded yet: ${indexFirst}`
  const others = usable
    .map((space) => (space.model === model ? `${model} (${space.dimensions})` : space.model))
    .join(', ')
  return `the index has vectors of ${others}, not of ${model}: use one of those, or ${indexFirst}`
}

interface TimeLimit {
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
