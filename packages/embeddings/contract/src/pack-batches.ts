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
