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
