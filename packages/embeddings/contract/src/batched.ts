import { decorate, type EmbeddingModel } from './embedding-model.js'

/** Options of `batched`. */
export interface BatchedOptions {
  /** Counts the tokens of a text; an estimate must err upwards. */
  readonly countTokens: (text: string) => number
  /** The most concurrent requests; default 4. */
  readonly concurrency?: number | undefined
}

/**
 * A model that accepts requests of any size: it divides them within `maxBatchItems` and `maxBatchTokens` (see
 * `packBatches`), sends up to `concurrency` at once and returns the vectors in order. The first failure aborts the
 * others and rejects the call. The limits it states stay those of the given model.
 */
export function batched(
  model: EmbeddingModel,
  { countTokens, concurrency = 4 }: BatchedOptions,
): EmbeddingModel {
  const limits = { maxItems: model.maxBatchItems, maxTokens: model.maxBatchTokens, countTokens }
  return decorate(model, async (request) => {
    const batches = packBatches(request.texts, limits)
    const failure = new AbortController()
    const signal = request.signal ? AbortSignal.any([request.signal, failure.signal]) : failure.signal
    const answers: Float32Array[][] = []
    const waiting = batches.entries()
    const lane = async (): Promise<void> => {
      const next = waiting.next()
      if (next.done || signal.aborted) return
      const [position, texts] = next.value
      answers[position] = await model.embed({ texts, role: request.role, signal })
      return lane()
    }
    const guarded = () => lane().catch((error: unknown) => failure.abort(error))
    const lanes = Math.min(Math.max(1, concurrency), batches.length)
    await Promise.all(Array.from({ length: lanes }, guarded))
    signal.throwIfAborted()
    return answers.flat()
  })
}

/** The limits of a batch. */
export interface BatchLimits {
  /** The most texts, at least 1. */
  readonly maxItems: number
  /** The most tokens over all texts. */
  readonly maxTokens: number
  /** Called once per text. */
  readonly countTokens: (text: string) => number
}

/**
 * Divides texts into batches in order; each batch is filled until the next text would not fit. A text over the token
 * limit is a batch of its own. No batch is empty.
 */
export function packBatches(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = []
  let batch: string[] = []
  let tokens = 0
  for (const text of texts) {
    const size = limits.countTokens(text)
    if (batch.length > 0 && (batch.length >= limits.maxItems || tokens + size > limits.maxTokens)) {
      batches.push(batch)
      batch = []
      tokens = 0
    }
    batch.push(text)
    tokens += size
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}
