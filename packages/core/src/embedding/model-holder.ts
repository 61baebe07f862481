import type { EmbeddingModel } from '@recallite/embeddings'

/** A model in the guises that it is used in. */
export interface Guises {
  readonly forQueries: EmbeddingModel
  readonly forIndexing: EmbeddingModel
}

/** A model that is opened when it is first needed. */
export interface ModelHolder {
  /** The model; opened again where the last attempt failed. */
  open(): Promise<Guises>
  /** Frees the model; one that is still being opened is given up, not waited for. */
  close(): Promise<void>
}

/** Holds the model that `open` gives. */
export function holdModel(open: (signal: AbortSignal) => Promise<Guises>): ModelHolder {
  const closing = new AbortController()
  let opening: Promise<Guises> | undefined
  let model: EmbeddingModel | undefined

  async function begin(): Promise<Guises> {
    const opened = await open(closing.signal)
    model = opened.forIndexing
    // It came too late: nobody else will free it.
    if (closing.signal.aborted) await model.dispose?.()
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
