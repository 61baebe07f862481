import { EmbeddingError, packBatches, type EmbeddingModel } from '@recallite/embeddings'
import type { DocumentAddress, PendingText, Space, Store } from '@recallite/store'
import { countTokens } from '@recallite/chunker'
import { reasonOf } from '../reason-of.js'
import { isSameSpace } from '../same-space.js'
import type { SyncProgress } from './sync-root.js'

/** A text that got no vector, and why. */
export interface UnembeddedText {
  readonly document: DocumentAddress
  readonly startLine: number
  readonly reason: string
}

/** What embedding did. */
export interface EmbedReport {
  /** Texts that got their vector. */
  readonly embedded: number
  readonly requests: number
  readonly unembedded: readonly UnembeddedText[]
  /** Why the model was given up, with texts still waiting; null if it was not. */
  readonly givenUp: string | null
}

/** How to embed. */
export interface EmbedOptions {
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const textsPerPage = 1024
const requestsAtOnce = 4

interface Embedding {
  readonly store: Store
  readonly model: EmbeddingModel
  readonly signal: AbortSignal | undefined
  readonly unembedded: UnembeddedText[]
  readonly progress: () => void
  /** What is no fault of a text or a model, and ends the run. */
  readonly failures: unknown[]
  embedded: number
  requests: number
  givenUp: string | null
}

function isFinal(error: unknown): boolean {
  return EmbeddingError.isInstance(error) && error.code === 'EMBEDDING_MODEL_UNAVAILABLE'
}

/** A request that fails is halved until the text that does it stands alone, so that it costs no other its vector. */
async function embedBatch(embedding: Embedding, texts: readonly PendingText[]): Promise<void> {
  if (embedding.givenUp !== null) return
  embedding.signal?.throwIfAborted()
  embedding.requests += 1
  try {
    const request = {
      texts: texts.map(({ text }) => text),
      role: 'document',
      signal: embedding.signal,
    } as const
    const vectors = await embedding.model.embed(request)
    await embedding.store.putVectors(
      embedding.model.identity,
      texts.flatMap(({ key }, index) => (vectors[index] ? [{ key, vector: vectors[index] }] : [])),
    )
    embedding.embedded += texts.length
    embedding.progress()
  } catch (error) {
    await recover(embedding, texts, error)
  }
}

async function recover(embedding: Embedding, texts: readonly PendingText[], error: unknown): Promise<void> {
  embedding.signal?.throwIfAborted()
  if (!EmbeddingError.isInstance(error)) throw error
  const [first] = texts
  if (isFinal(error)) embedding.givenUp = reasonOf(error)
  else if (texts.length > 1) {
    const middle = Math.ceil(texts.length / 2)
    await embedBatch(embedding, texts.slice(0, middle))
    await embedBatch(embedding, texts.slice(middle))
  } else if (first) {
    const { document, startLine } = first
    embedding.unembedded.push({ document, startLine, reason: reasonOf(error) })
  }
}

function batchesOf(page: readonly PendingText[], model: EmbeddingModel): PendingText[][] {
  const limits = { maxItems: model.maxBatchItems, maxTokens: model.maxBatchTokens, countTokens }
  let start = 0
  return packBatches(
    page.map(({ text }) => text),
    limits,
  ).map(({ length }) => page.slice(start, (start += length)))
}

async function embedPage(embedding: Embedding, page: readonly PendingText[]): Promise<void> {
  const next = batchesOf(page, embedding.model).values()
  const work = async () => {
    for (const batch of next) await embedBatch(embedding, batch)
  }
  const workers = Array.from({ length: requestsAtOnce }, () =>
    work().catch((error: unknown) => {
      embedding.failures.push(error)
      embedding.givenUp = reasonOf(error)
    }),
  )
  // All of them have to be over before anybody is told: nothing may go on writing behind the caller's back.
  await Promise.all(workers)
  if (embedding.failures.length > 0) throw embedding.failures[0]
}

async function countPending(store: Store, space: Space): Promise<number> {
  const { spaces } = await store.status()
  return spaces.find((other) => isSameSpace(other, space))?.pending ?? 0
}

/**
 * Embeds the texts that a model's space lacks, packed across documents, each request's vectors kept as they arrive:
 * whatever stops it, the next run sends only the rest.
 */
export async function embedPending(
  store: Store,
  model: EmbeddingModel,
  { onProgress, signal }: EmbedOptions = {},
): Promise<EmbedReport> {
  await store.addSpace(model.identity)
  const total = await countPending(store, model.identity)
  const embedding: Embedding = {
    store,
    model,
    signal,
    unembedded: [],
    progress: () => onProgress?.({ phase: 'embed', done: embedding.embedded, total }),
    failures: [],
    embedded: 0,
    requests: 0,
    givenUp: null,
  }
  embedding.progress()
  let after: string | undefined
  do {
    const page = await store.pendingTexts(model.identity, { limit: textsPerPage, after })
    after = page.at(-1)?.key
    await embedPage(embedding, page)
  } while (after !== undefined && embedding.givenUp === null)
  const { embedded, requests, unembedded, givenUp } = embedding
  return { embedded, requests, unembedded, givenUp }
}
