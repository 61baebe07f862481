import { EmbeddingError, type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import type { KeptSpace, Space, Store } from '@recallite/store'
import { askBackendsInOrder, type TimeLimit } from './ask-in-turn.js'
import { assertOwnVector, canarySentence, verifyModel } from './canary.js'
import type { EmbeddingChain, HeldBackend } from './chain.js'
import { type EmbeddingBackend, isSameSpace, isSpaceOf } from './backend.js'

/** The vector of a query. */
export interface QueryVector {
  readonly space: Space
  readonly vector: Float32Array
  /** Milliseconds it took, loading the model included. */
  readonly time: number
}

interface ChainAnswer {
  /** Undefined if no backend could embed it. */
  readonly queryVector: QueryVector | undefined
  /** One for each backend that should have answered and did not, in order. */
  readonly reasons: readonly string[]
  /** Whether backends were asked and all failed; false if there was none to ask. */
  readonly isFailed: boolean
}

const indexFirst = "run 'recallite index' with it"

interface QueryPlanInput<Backend extends EmbeddingBackend> {
  /** As configured, the first choice first. */
  readonly backends: readonly Backend[]
  /** The most recently chosen last. */
  readonly spaces: readonly Omit<KeptSpace, 'canary'>[]
  /** The backend that a space was filled by. */
  readonly remembered: (source: string) => Backend | undefined
}

/** The backends to ask, in order, and the configured ones that cannot be asked. */
export interface QueryPlan<Backend extends EmbeddingBackend> {
  readonly asked: readonly Backend[]
  /** These have no vectors to compare a query with. */
  readonly withoutVectors: readonly Backend[]
}

/** Embeds a query by the first backend that can. Asks only backends that have vectors here, and returns why better ones did not answer. */
export async function embedQuery(
  text: string,
  { store, chain }: { store: Store; chain: EmbeddingChain },
  limit: TimeLimit,
): Promise<ChainAnswer> {
  const spaces = await store.listSpaces()
  const { backends, remembered } = chain
  const { asked, withoutVectors } = planQuery({ backends, spaces, remembered })
  const { answered, failures, time } = await askBackendsInOrder(
    asked,
    (backend, signal) => embedBy(backend, text, { spaces, signal }),
    limit,
  )
  const wanted = answered ? preferredTo(answered.backend, backends) : backends
  const unindexed = wanted.filter((backend) => withoutVectors.includes(backend))
  return {
    queryVector: answered && { ...answered.answer, time },
    reasons: [...new Set(unindexed.map((backend) => noVectorsReason(backend, spaces))), ...failures],
    isFailed: !answered && asked.length > 0,
  }
}

/**
 * Backends with complete spaces come before those whose spaces are being filled, so that a new model answers only when its
 * vectors are there; among equals configured backends come first, then those that filled other spaces, the latest first. Pure.
 */
export function planQuery<Backend extends EmbeddingBackend>({
  backends,
  spaces,
  remembered,
}: QueryPlanInput<Backend>): QueryPlan<Backend> {
  const usable = spaces.filter(({ hasVectors }) => hasVectors).toReversed()
  const spacesOf = (backend: Backend) => usable.filter((space) => isSpaceOf(space, backend))
  const others = usable
    .filter((space) => !backends.some((backend) => isSpaceOf(space, backend)))
    .flatMap(({ source }) => (source === null ? [] : (remembered(source) ?? [])))
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
  const space = spaceOf(model, spaces, backend)
  const { identity } = model
  if (text === canarySentence) {
    const { canary, kept } = await verifyModel(model, [space], { signal })
    backend.isVerified ||= kept !== null
    return { space: identity, vector: canary }
  }
  const needsVerification = space.canary !== null && space.hasVectors && !backend.isVerified
  const vectors = needsVerification
    ? (await verifyModel(model, [space], { texts: [text], signal })).vectors
    : await untilAborted(model.embed({ texts: [text], role: 'query', signal }), signal)
  backend.isVerified ||= needsVerification
  const [vector = new Float32Array()] = vectors
  assertOwnVector(backend.name, vector, space.canary)
  return { space: identity, vector }
}

/** The space of exactly this model, as a backend may have been configured for other dimensions since. */
function spaceOf(model: EmbeddingModel, spaces: readonly KeptSpace[], backend: HeldBackend): KeptSpace {
  const space = spaces.find((other) => isSameSpace(other, model.identity))
  if (!space) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', noVectorsReason(backend, spaces))
  return space
}

function noVectorsReason({ model }: HeldBackend, spaces: readonly KeptSpace[]): string {
  const usable = spaces.filter(({ hasVectors }) => hasVectors)
  if (usable.length === 0) return `nothing is embedded yet: ${indexFirst}`
  const others = usable
    .map((space) => (space.model === model ? `${model} (${space.dimensions})` : space.model))
    .join(', ')
  return `the index has vectors of ${others}, not of ${model}: use that model, or ${indexFirst}`
}

function preferredTo(answering: HeldBackend, backends: readonly HeldBackend[]): readonly HeldBackend[] {
  const place = backends.indexOf(answering)
  return place === -1 ? backends : backends.slice(0, place)
}
