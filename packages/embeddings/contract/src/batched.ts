import { decorate, type EmbeddingModel, type EmbeddingRequest } from './embedding-model.js'

/** How requests are cut and sent. */
export interface BatchedOptions {
  /** The tokens of a text; an estimate will do if it errs upwards. */
  readonly countTokens: (text: string) => number
  /** The most requests under way at once; default 4. */
  readonly concurrency?: number | undefined
}

/**
 * A model that takes requests of any size: it cuts them into requests within `maxBatchItems` and `maxBatchTokens` (see
 * `packBatches`), sends up to `concurrency` of them at once and puts the vectors back in order. The first that fails
 * aborts the others and is the error of the whole. The limits it names stay those of the given model, as facts about
 * the wire.
 */
export function batched(
  model: EmbeddingModel,
  { countTokens, concurrency = 4 }: BatchedOptions,
): EmbeddingModel {
  return decorate(model, async (request) => {
    const batches = packBatches(request.texts, {
      maxItems: model.maxBatchItems,
      maxTokens: model.maxBatchTokens,
      countTokens,
    })
    return (await embedAll(model, { batches, request, concurrency })).flat()
  })
}

/** How much one batch may hold. */
export interface BatchLimits {
  /** The most texts of a batch; at least 1. */
  readonly maxItems: number
  /** The most tokens of a batch, over all its texts. */
  readonly maxTokens: number
  /** The tokens of a text; not negative. Asked once per text. */
  readonly countTokens: (text: string) => number
}

/**
 * Cuts texts into batches within the limits: in order, each batch filled until the next text would not fit. A text
 * over the token limit goes alone. Joined together the batches are the texts; none is empty.
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

interface BatchRun {
  readonly batches: readonly string[][]
  readonly request: EmbeddingRequest
  readonly concurrency: number
}

async function embedAll(
  model: EmbeddingModel,
  { batches, request, concurrency }: BatchRun,
): Promise<Float32Array[][]> {
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
  return answers
}
