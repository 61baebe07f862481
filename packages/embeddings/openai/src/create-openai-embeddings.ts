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
 * A model behind the OpenAI API, or behind any server that speaks it. A call is one request: nothing is repeated, cached
 * or cut in parts. A text with more tokens than the models read, about 8,000, is cut at its end.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for a key, a base URL or a length of vectors that cannot be used;
 * any other, as from `embed`, where the length has to be learned by a request
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
    // A request may hold 300,000; smaller ones are answered sooner, lose less and are counted better.
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
 * The vectors of an answer, each in the place that its `index` names; the order of the entries says nothing.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` when a text has no good vector, with those of the others. Where an
 * index lies outside the request the server counts in another way than we do: then no place can be believed. Nor where
 * some are missing and the rest is numbered without a gap: it may have been numbered after it was thinned out.
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

/** One request. */
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

/** What stands for a vector in the first entry. */
function firstEmbedding(answer: unknown): unknown {
  return itemsOf(answer)?.[0]?.embedding
}

/** An entry of `data`. */
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
