import type { EmbeddingModel } from '@recallite/embeddings'
import type { Store } from '@recallite/store'
import { type EmbeddingBackend, backendFor } from '../embedding/backend.js'
import { createChain } from '../embedding/chain.js'
import type { Chunking } from '../indexer/fingerprint.js'
import type { MemoryOptions } from '../memory.js'
import { type HeldReranker, holdReranker, rerankerBackendFor } from '../rerank/hold-reranker.js'
import type { SearchSource } from './run-stages.js'

/** The options of a memory, of files or of records, that decide what searches it. */
export interface SourceOptions extends Pick<
  MemoryOptions,
  'models' | 'backendOf' | 'reranker' | 'noModelReason' | 'queryDeadline' | 'modelIdle' | 'sleep'
> {
  readonly store: Store
  readonly chunking?: Chunking | undefined
  readonly now: () => number
}

/** What a search needs, and what frees its models. */
export interface OpenSource {
  readonly source: SearchSource
  /** Frees the models; the store stays open. */
  closeModels(): Promise<void>
}

const defaultQueryDeadline = 15_000

/** Holds the models and the reranker of a memory; none is opened before it is needed. */
export function openSource({ store, models = [], now, chunking, ...options }: SourceOptions): OpenSource {
  const { queryDeadline: deadline = defaultQueryDeadline, noModelReason, modelIdle, sleep } = options
  const { backendOf = () => undefined } = options
  const chain = createChain({ backends: models.map(toBackend), backendOf, modelIdle, now, sleep })
  const reranker = toHeldReranker(options.reranker, { now, idle: modelIdle })
  return {
    source: { store, chunking, chain, noModelReason, deadline, now, reranker },
    async closeModels() {
      await Promise.all([chain.close(), reranker?.close()])
    },
  }
}

function toBackend(model: EmbeddingModel | EmbeddingBackend): EmbeddingBackend {
  return 'embed' in model ? backendFor(model) : model
}

function toHeldReranker(
  reranker: MemoryOptions['reranker'],
  context: Parameters<typeof holdReranker>[1],
): HeldReranker | undefined {
  if (reranker === undefined) return undefined
  return holdReranker('rerank' in reranker ? rerankerBackendFor(reranker) : reranker, context)
}
