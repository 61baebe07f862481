import { EmbeddingError, untilAborted } from '@recallite/embeddings'
import type { KeptSpace, Store } from '@recallite/store'
import { askBackendsInOrder, type TimeLimit } from './ask-in-order.js'
import { assertOwnVector, canarySentence, verifyModel } from './canary.js'
import type { EmbeddingChain, HeldBackend } from './chain.js'
import { type EmbeddingBackend, isSameSpace, isSpaceOf } from './backend.js'

/** The vector of a query. */
export interface QueryVector {
  readonly space: KeptSpace
  readonly vector: Float32Array
  /** Milliseconds it took, loading the model included. */
  readonly time: number
}

/** What to do about a model without vectors. */
export const indexFirst = "run 'recallite index' with it"

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
  return `the index has vectors of ${others}, not of ${model}: use that model, or ${indexFirst}`
}
