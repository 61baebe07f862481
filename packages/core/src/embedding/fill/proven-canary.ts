import type { EmbeddingModel } from '@recallite/embeddings'
import type { KeptSpace, Store } from '@recallite/store'
import type { HeldLink } from '../chain.js'
import { proveModel } from '../prove-model.js'

/** A model that is about to fill its space. */
export interface FillingModel {
  readonly store: Store
  readonly link: HeldLink
  readonly model: EmbeddingModel
  readonly signal: AbortSignal | undefined
}

/**
 * The canary's vector as the space keeps it, after making sure that the model is still the same. Begins a space that is
 * not there: only now is it known that the model answers at all.
 * @throws EmbeddingError
 */
export async function provenCanary(
  { store, link, model, signal }: FillingModel,
  space: KeptSpace | undefined,
): Promise<Float32Array> {
  if (space?.canary && link.isProven) return space.canary
  const { canary, kept } = await proveModel(model, space ? [space] : [], { signal })
  if (!kept) {
    await store.addSpace(model.identity, { source: link.source })
    await store.updateSpace(model.identity, { canary })
  }
  link.isProven = true
  link.breaker.succeeded()
  return kept ?? canary
}
