import type { EmbeddingError } from '@recallite/embeddings'
import { loadInChild, type LoadRequest } from './load-in-child.js'
import type { ModelFacts } from './protocol.js'
import { startChild } from './start-child.js'
import { TextLane, type LaneOptions } from './text-lane.js'

/** A process with a loaded model. */
export interface ModelProcess {
  readonly facts: ModelFacts
  /** False once it died or was stopped. */
  isAlive(): boolean
  /**
   * One vector per text; at least one text.
   * @throws EmbeddingError that is retryable, by a fresh process, when this one dies, hangs or answers nonsense
   */
  embed(texts: readonly string[], options?: LaneOptions): Promise<Float32Array[]>
  /** Ends it; calls under way reject with the error. Resolves when it is gone. */
  stop(error: EmbeddingError): Promise<void>
}

/**
 * Starts a process and loads the model in it.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function startModelProcess(request: LoadRequest): Promise<ModelProcess> {
  const child = startChild(request.settings.child)
  const facts = await loadInChild(child, request)
  const lane = new TextLane(child, request.settings)
  return {
    facts,
    isAlive: () => lane.isOpen,
    embed: (texts, options) => lane.embed(texts, options),
    async stop(error) {
      child.hold()
      lane.close(error)
      await child.ended
    },
  }
}
