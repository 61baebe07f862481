import { EmbeddingError, untilAborted } from '@recallite/embeddings'
import { isSameSpace, type KeptSpace, type Store } from '@recallite/store'
import { assertDistinctVector, canarySentence, verifyModel } from './canary.js'
import type { EmbeddingChain, HeldBackend } from './chain.js'
import { type EmbeddingBackend, isSpaceOf, localOnlyReason, mayAsk } from './backend.js'
import { reasonOf } from '../errors.js'

interface QueryVector {
  readonly space: KeptSpace
  readonly vector: Float32Array
  /** In milliseconds, including the time to load the model. */
  readonly time: number
}

/** What to do about a model without vectors. */
export const indexFirst = "run 'recallite index'"

/** What to do about a space without vectors that a process may be filling. */
export const beingFilled = "embedding has started; 'recallite index' continues it if no other process does"

export interface QueryPlan<Backend extends EmbeddingBackend> {
  readonly usable: readonly Backend[]
  /** Configured backends without vectors to compare a query with. */
  readonly withoutVectors: readonly Backend[]
}

export type EmbeddedQuery = Awaited<ReturnType<typeof embedQuery>>

/**
 * Embeds a query with the first backend that answers, among those that have vectors here: of files, or else of records.
 * @returns the vector if any, a reason for each better backend that did not answer, and whether all that were tried failed
 */
export async function embedQuery(
  text: string,
  { store, chain }: { store: Store; chain: EmbeddingChain },
  { isSecret = false, ...limit }: TimeLimit & { readonly isSecret?: boolean },
) {
  const ofFiles = await store.listSpaces()
  // Records may have an index in another database.
  const ofRecords = ofFiles.some(({ hasVectors }) => hasVectors) ? [] : await store.ofRecords?.().listSpaces()
  const spaces = [...(ofRecords ?? []), ...ofFiles]
  const { backends } = chain
  const { usable, withoutVectors } = planQuery(chain, spaces)
  const withheld = isSecret ? usable.filter(({ host }) => host !== null) : []
  const { answered, failures, time } = await askBackendsInOrder(
    usable.filter((backend) => !withheld.includes(backend)),
    (backend, signal) => embedBy(backend, text, { spaces, signal }),
    limit,
  )
  const position = answered ? backends.indexOf(answered.backend) : -1
  const better = position === -1 ? backends : backends.slice(0, position)
  const unindexed = better.filter((backend) => withoutVectors.includes(backend))
  return {
    queryVector: answered && ({ ...answered.answer, time } satisfies QueryVector),
    reasons: [
      ...new Set(unindexed.map((backend) => unindexedReason(backend, spaces))),
      ...withheld.map(({ name }) => `${name}: not asked, because the query looks like a secret`),
      ...failures,
    ],
    isFailed: !answered && usable.length > withheld.length,
  }
}

/**
 * Backends with complete spaces come before those whose spaces are being filled, so that a new model answers only once its
 * vectors are there. Within each group configured backends come first, then those of other spaces, latest first. Pure.
 * @param spaces the most recently chosen last
 */
export function planQuery<Backend extends EmbeddingBackend>(
  chain: { readonly backends: readonly Backend[]; remembered(source: string): Backend | undefined },
  spaces: readonly Omit<KeptSpace, 'canary'>[],
): QueryPlan<Backend> {
  const { backends } = chain
  const embedded = spaces.filter(({ hasVectors }) => hasVectors).toReversed()
  const spacesOf = (backend: Backend) => embedded.filter((space) => isSpaceOf(space, backend))
  const others = embedded
    .filter((space) => !backends.some((backend) => isSpaceOf(space, backend)))
    .flatMap(({ source }) => (source === null ? [] : (chain.remembered(source) ?? [])))
  const all = [...new Set([...backends, ...others])]
  const filled = all.filter((backend) => spacesOf(backend).some(({ isFilled }) => isFilled))
  const partly = all.filter((backend) => !filled.includes(backend) && spacesOf(backend).length > 0)
  return {
    usable: [...filled, ...partly],
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
  // The configured dimensions may have changed since the space was filled.
  const space = spaces.find((other) => isSameSpace(other, identity))
  if (!space) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', noVectorsReason(backend, spaces))
  if (text === canarySentence) {
    const { canary, stored } = await verifyModel(model, [space], { signal })
    backend.isVerified ||= stored !== null
    return { space, vector: canary }
  }
  const needsVerification = space.canary !== null && space.hasVectors && !backend.isVerified
  const vectors = needsVerification
    ? (await verifyModel(model, [space], { texts: [text], signal })).vectors
    : await untilAborted(model.embed({ texts: [text], role: 'query', signal }), signal)
  backend.isVerified ||= needsVerification
  const [vector = new Float32Array()] = vectors
  assertDistinctVector(backend.name, vector, space.canary)
  return { space, vector }
}

/** An obstacle takes precedence: without the model there is nothing to index with. */
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

/** One attempt, which must end when the signal aborts. */
type AskBackend<Answer> = (backend: HeldBackend, signal: AbortSignal) => Promise<Answer>

/** Budget of all remote backends together, in milliseconds; the keyword retriever answers without them. */
const remoteTime = 4_000

/**
 * Tries backends one after the other until one answers, within individual deadlines and a common one. Skips those whose circuit
 * breaker is open. Rejects only with the signal's reason.
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
    const reasonToSkip = backend.breaker.reason() ?? (time < 1 ? 'no time was left to try it' : undefined)
    const obstacle = mayAsk(backend, hasLocalFailed) ? reasonToSkip : localOnlyReason
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
    /** The time limit of a backend, in milliseconds: half of what is left while others follow. */
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
