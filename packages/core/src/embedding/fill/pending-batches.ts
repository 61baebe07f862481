import { countTokens } from '@recallite/chunker'
import { packBatches } from '@recallite/embeddings'
import type { PendingText } from '@recallite/store'

/** How much one request may hold. */
export interface RequestLimits {
  readonly maxItems: number
  readonly maxTokens: number
}

/** Cuts texts into requests within the limits, in order. */
export function packTexts(
  texts: readonly PendingText[],
  { maxItems, maxTokens }: RequestLimits,
): PendingText[][] {
  let start = 0
  return packBatches(
    texts.map(({ text }) => text),
    { maxItems, maxTokens, countTokens },
  ).map(({ length }) => texts.slice(start, (start += length)))
}

/** Packs pages of texts into requests, across the pages' ends: only the last may have room left. */
export async function* pendingBatches(
  pages: AsyncIterable<readonly PendingText[]>,
  limits: RequestLimits,
): AsyncGenerator<readonly PendingText[]> {
  let waiting: readonly PendingText[] = []
  for await (const page of pages) {
    const batches = packTexts([...waiting, ...page], limits)
    waiting = batches.pop() ?? []
    yield* batches
  }
  if (waiting.length > 0) yield waiting
}
