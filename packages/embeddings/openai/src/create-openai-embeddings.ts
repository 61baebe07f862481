import { applyPrompt, cutText, type EmbeddingModel } from '@recallite/embeddings'
import {
  type ExpectedAnswer,
  learnLength,
  noEmbeddings,
  readVector,
  type ReadVector,
  takeVectors,
  unusableAnswer,
} from '@recallite/embeddings/http'
import { connect, type OpenAIConnection } from './connect.js'
import {
  contextSize,
  embeddingBody,
  identityOf,
  type OpenAIEmbeddingsSettings,
  resolveSpace,
  type VectorSpace,
} from './settings.js'

/**
 * A model of the OpenAI API or of a compatible server. Each call is one request, without retries, caching or batching.
 * Texts of more than about 8,000 tokens are cut.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for an invalid key, base URL or vector length; others, as from
 * `embed`, if the length has to be learned by a request
 */
export async function createOpenAIEmbeddings(settings: OpenAIEmbeddingsSettings): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const space = resolveSpace(settings)
  const connection = connect(settings)
  const source = `openai/${space.model} at ${connection.host}`
  const dimensions =
    space.dimensions ?? (await learnDimensions(connection, { space, source, signal: settings.signal }))
  return {
    identity: identityOf(space, dimensions),
    maxBatchItems: 2048,
    // A request may hold 300,000; smaller ones are answered sooner, lose less and are estimated better.
    maxBatchTokens: 8000,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const input = texts.map((text) => cutText(applyPrompt(space.promptStyle, role, text), contextSize))
      const answer = await askFor(connection, { space, input, signal })
      return readEmbeddings(answer, { count: texts.length, dimensions, source })
    },
  }
}

/**
 * The vectors of an answer, assigned by `index`, since the order may differ.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` if a text has no good vector, with the vectors of the others.
 * Nothing is used if an index is outside the request, or if vectors are missing and the rest is numbered without a gap:
 * then the server may have renumbered them.
 */
export function readEmbeddings(
  answer: unknown,
  { count, dimensions, source }: ExpectedAnswer,
): Float32Array[] {
  const items = itemsOf(answer)
  if (items === undefined) throw noEmbeddings(source)
  if (items.some(({ index }) => !isPlace(index, count)))
    throw unusableAnswer(source, `an embedding without a place among the ${count} texts`)
  if (items.length < count && isGapless(items))
    throw unusableAnswer(source, `${count} texts with ${items.length} vectors, numbered as if that were all`)
  const places = Array.from({ length: count }, (): ReadVector => ({ fault: 'nothing' }))
  const seen = new Set<unknown>()
  for (const { index, embedding } of items) {
    places[Number(index)] = seen.has(index) ? { fault: 'several vectors' } : readVector(embedding, dimensions)
    seen.add(index)
  }
  return takeVectors(places, source)
}

interface Ask {
  readonly space: VectorSpace
  readonly input: string[]
  readonly signal: AbortSignal | undefined
}

async function learnDimensions(
  connection: OpenAIConnection,
  { space, source, signal }: Omit<Ask, 'input'> & { source: string },
): Promise<number> {
  const answer = await askFor(connection, { space, input: ['How long is a vector?'], signal })
  return learnLength(firstEmbedding(answer), source)
}

function askFor(connection: OpenAIConnection, { space, input, signal }: Ask): Promise<unknown> {
  return connection.ask((client) => client.embeddings.create(embeddingBody(space, input)), signal)
}

/** The first vector of an answer as it came. */
function firstEmbedding(answer: unknown): unknown {
  return itemsOf(answer)?.[0]?.embedding
}

interface Item {
  readonly index?: unknown
  readonly embedding?: unknown
}

function itemsOf(answer: unknown): readonly Item[] | undefined {
  const data = (answer as { data?: unknown } | null | undefined)?.data
  if (!Array.isArray(data)) return undefined
  return data.every((item) => typeof item === 'object' && item !== null) ? (data as Item[]) : undefined
}

function isPlace(index: unknown, count: number): boolean {
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) < count
}

function isGapless(items: readonly Item[]): boolean {
  const places = new Set(items.map(({ index }) => index))
  return items.every((_, place) => places.has(place))
}
