import { EmbeddingError, type EmbeddingModel, untilAborted } from '@recallite/embeddings'
import type { KeptSpace, Space, Store } from '@recallite/store'
import { askLinksInOrder, type TimeLimit } from './ask-in-turn.js'
import { assertOwnVector, canarySentence, verifyModel } from './canary.js'
import type { EmbeddingChain, HeldLink } from './chain.js'
import { type EmbeddingLink, isSameSpace, isSpaceOf } from './link.js'

/** The vector of a query. */
export interface QueryVector {
  readonly space: Space
  readonly vector: Float32Array
  /** Milliseconds it took, loading the model included. */
  readonly time: number
}

interface ChainAnswer {
  /** Undefined if no link could embed it. */
  readonly queryVector: QueryVector | undefined
  /** One for each link that should have answered and did not, in order. */
  readonly reasons: readonly string[]
  /** Whether links were asked and all failed; false if there was none to ask. */
  readonly isFailed: boolean
}

const indexFirst = "run 'recallite index' with it"

interface QueryPlanInput<Link extends EmbeddingLink> {
  /** As configured, the first choice first. */
  readonly links: readonly Link[]
  /** The most recently chosen last. */
  readonly spaces: readonly Omit<KeptSpace, 'canary'>[]
  /** The link that a space was filled by. */
  readonly remembered: (source: string) => Link | undefined
}

/** The links to ask, in order, and the configured ones that cannot be asked. */
export interface QueryPlan<Link extends EmbeddingLink> {
  readonly asked: readonly Link[]
  /** These have no vectors to compare a query with. */
  readonly withoutVectors: readonly Link[]
}

/** Embeds a query by the first link that can. Asks only links that have vectors here, and returns why better ones did not answer. */
export async function embedQuery(
  text: string,
  { store, chain }: { store: Store; chain: EmbeddingChain },
  limit: TimeLimit,
): Promise<ChainAnswer> {
  const spaces = await store.listSpaces()
  const { links, remembered } = chain
  const { asked, withoutVectors } = planQuery({ links, spaces, remembered })
  const { answered, failures, time } = await askLinksInOrder(
    asked,
    (link, signal) => embedBy(link, text, { spaces, signal }),
    limit,
  )
  const wanted = answered ? preferredTo(answered.link, links) : links
  const unindexed = wanted.filter((link) => withoutVectors.includes(link))
  return {
    queryVector: answered && { ...answered.answer, time },
    reasons: [...new Set(unindexed.map((link) => noVectorsReason(link, spaces))), ...failures],
    isFailed: !answered && asked.length > 0,
  }
}

/**
 * Links with complete spaces come before those whose spaces are being filled, so that a new model answers only when its
 * vectors are there; among equals configured links come first, then those that filled other spaces, the latest first. Pure.
 */
export function planQuery<Link extends EmbeddingLink>({
  links,
  spaces,
  remembered,
}: QueryPlanInput<Link>): QueryPlan<Link> {
  const usable = spaces.filter(({ hasVectors }) => hasVectors).toReversed()
  const spacesOf = (link: Link) => usable.filter((space) => isSpaceOf(space, link))
  const others = usable
    .filter((space) => !links.some((link) => isSpaceOf(space, link)))
    .flatMap(({ source }) => (source === null ? [] : (remembered(source) ?? [])))
  const all = [...new Set([...links, ...others])]
  const filled = all.filter((link) => spacesOf(link).some(({ isFilled }) => isFilled))
  const partly = all.filter((link) => !filled.includes(link) && spacesOf(link).length > 0)
  return {
    asked: [...filled, ...partly],
    withoutVectors: links.filter((link) => spacesOf(link).length === 0),
  }
}

async function embedBy(
  link: HeldLink,
  text: string,
  { spaces, signal }: { spaces: readonly KeptSpace[]; signal: AbortSignal },
): Promise<Pick<QueryVector, 'space' | 'vector'>> {
  const model = await untilAborted(link.forQueries(), signal)
  const space = spaceOf(model, spaces, link)
  const { identity } = model
  if (text === canarySentence) {
    const { canary, kept } = await verifyModel(model, [space], { signal })
    link.isVerified ||= kept !== null
    return { space: identity, vector: canary }
  }
  const needsVerification = space.canary !== null && space.hasVectors && !link.isVerified
  const vectors = needsVerification
    ? (await verifyModel(model, [space], { texts: [text], signal })).vectors
    : await untilAborted(model.embed({ texts: [text], role: 'query', signal }), signal)
  link.isVerified ||= needsVerification
  const [vector = new Float32Array()] = vectors
  assertOwnVector(link.name, vector, space.canary)
  return { space: identity, vector }
}

/** The space of exactly this model, as a link may have been configured for other dimensions since. */
function spaceOf(model: EmbeddingModel, spaces: readonly KeptSpace[], link: HeldLink): KeptSpace {
  const space = spaces.find((other) => isSameSpace(other, model.identity))
  if (!space) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', noVectorsReason(link, spaces))
  return space
}

function noVectorsReason({ model }: HeldLink, spaces: readonly KeptSpace[]): string {
  const usable = spaces.filter(({ hasVectors }) => hasVectors)
  if (usable.length === 0) return `nothing is embedded yet: ${indexFirst}`
  const others = usable
    .map((space) => (space.model === model ? `${model} (${space.dimensions})` : space.model))
    .join(', ')
  return `the index has vectors of ${others}, not of ${model}: use that model, or ${indexFirst}`
}

function preferredTo(answering: HeldLink, links: readonly HeldLink[]): readonly HeldLink[] {
  const place = links.indexOf(answering)
  return place === -1 ? links : links.slice(0, place)
}
