/** The limits of a batch. */
export interface BatchLimits {
  /** At least 1. */
  readonly maxItems: number
  /** Over all texts of a batch. */
  readonly maxTokens: number
  /** Called once per text. */
  readonly countTokens: (text: string) => number
}

/** Fills batches with texts, in order, up to the limits. A text above the token limit is a separate batch. */
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
