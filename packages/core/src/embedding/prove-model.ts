import { untilAborted, type EmbeddingModel } from '@recallite/embeddings'
import type { KeptSpace } from '@recallite/store'
import { assertSameModel, canarySentence } from './canary.js'
import { nameOf } from './link.js'
import { isSameSpace } from './same-space.js'

/** How to prove a model. */
export interface ProveOptions {
  /** Questions to embed with the same request. */
  readonly beside?: readonly string[] | undefined
  readonly signal: AbortSignal | undefined
}

/** What a model answered. */
export interface ProvenModel {
  /** Its vector of the canary sentence. */
  readonly canary: Float32Array
  /** Those of the questions beside, in their order. */
  readonly vectors: readonly Float32Array[]
  /**
   * The vector that its space keeps, which `canary` is like; null where there is none to know the model by, or the space
   * has no vectors that the model's could be confused with.
   */
  readonly kept: Float32Array | null
}

/**
 * Has a model embed the canary sentence, and makes sure that it is still the model of its space, where it has one.
 * @throws EmbeddingError; the signal's reason
 */
export async function proveModel(
  model: EmbeddingModel,
  spaces: readonly KeptSpace[],
  { beside = [], signal }: ProveOptions,
): Promise<ProvenModel> {
  const { identity } = model
  const space = spaces.find((other) => isSameSpace(other, identity))
  const kept = space?.hasVectors ? space.canary : null
  const request = { texts: [...beside, canarySentence], role: 'query', signal } as const
  const answered = await untilAborted(model.embed(request), signal)
  const canary = answered.at(-1) ?? new Float32Array()
  if (kept) assertSameModel(nameOf(identity), { kept, now: canary })
  return { canary, vectors: answered.slice(0, -1), kept }
}
