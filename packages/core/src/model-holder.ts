import type { EmbeddingModel } from '@recallite/embeddings'

/** Opens a model; aborting the signal ends the attempt. Rejects with EmbeddingError. */
export type OpenModel = (signal: AbortSignal) => Promise<EmbeddingModel>

/** A model that is opened when it is first needed. */
export interface ModelHolder {
  /** The model; opened again where the last attempt failed. */
  open(): Promise<EmbeddingModel>
  /** Frees the model; one that is still being opened is given up, not waited for. */
  close(): Promise<void>
}

/** Holds the model that `open` gives. */
export function holdModel(open: OpenModel): ModelHolder {
  const closing = new AbortController()
  let opening: Promise<EmbeddingModel> | undefined
  let model: EmbeddingModel | undefined

  async function begin(): Promise<EmbeddingModel> {
    const opened = await open(closing.signal)
    // It came too late: nobody else will free it.
    if (closing.signal.aborted) await opened.dispose?.()
    model = opened
    return opened
  }

  return {
    open() {
      opening ??= begin().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    async close() {
      opening?.catch(() => undefined)
      closing.abort(new DOMException('the memory was closed', 'AbortError'))
      await model?.dispose?.()
    },
  }
}
