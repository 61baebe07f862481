import { checked, untilAborted, type EmbeddingModel } from '@recallite/embeddings'
import type { KeptSpace } from '@recallite/store'
import type { EmbeddingLink } from '../embedding/link.js'
import { proveModel } from '../embedding/prove-model.js'

/** What a link was seen to do. */
export interface ProvenLink {
  readonly dimensions: number
  /** Whether the index has vectors of exactly this model, and keeps one to know it by: then it is still the same. */
  readonly isKnown: boolean
}

/**
 * Opens a link's model, has it embed one harmless sentence that is the same everywhere, and frees it. Where the index
 * keeps that sentence's vector, the new one must be the same.
 * @throws EmbeddingError; the signal's reason
 */
export async function proveLink(
  link: EmbeddingLink,
  { spaces, signal }: { spaces: readonly KeptSpace[]; signal: AbortSignal },
): Promise<ProvenLink> {
  let model: EmbeddingModel | undefined
  const opening = link.open(signal)
  try {
    model = await untilAborted(opening, signal)
    const { kept } = await proveModel(checked(model), spaces, { signal })
    return { dimensions: model.identity.dimensions, isKnown: kept !== null }
  } finally {
    if (model) await model.dispose?.()
    // One that opens too late is nobody's.
    else opening.then((late) => late.dispose?.()).catch(() => undefined)
  }
}
