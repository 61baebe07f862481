import type { EmbeddingModel } from '@recallite/embeddings'

/** A model with the settings for queries and those for index runs. */
export interface ModelVariants {
  readonly forQueries: EmbeddingModel
  readonly forIndexing: EmbeddingModel
}

/**
 * Opens a model when it is first needed.
 * @param idle how long the model is kept without being used, in milliseconds; undefined: always
 */
export function holdModel(
  open: (signal: AbortSignal) => Promise<ModelVariants>,
  { idle }: { readonly idle: number | undefined },
) {
  const closing = new AbortController()
  const whileUsed = createIdleTimer(idle, releaseModel, closing.signal)
  let opening: Promise<ModelVariants> | undefined
  let model: EmbeddingModel | undefined

  async function openAnew(): Promise<ModelVariants> {
    const opened = await open(closing.signal)
    model = opened.forIndexing
    // The holder was closed while the model was opened.
    if (closing.signal.aborted) await model.dispose?.()
    return opened
  }

  function openOnce(): Promise<ModelVariants> {
    opening ??= openAnew().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function releaseModel(): Promise<void> {
    const unused = model
    opening = undefined
    model = undefined
    await unused?.dispose?.()
  }

  /** Callers may use the model long after it was released. */
  function reopening(variant: keyof ModelVariants, opened: ModelVariants): EmbeddingModel {
    return {
      ...opened[variant],
      embed: (request) => whileUsed(async () => (await openOnce())[variant].embed(request)),
    }
  }

  return {
    /** The model; opened again after a failure, and by its next use after it was released for being idle. */
    async open(): Promise<ModelVariants> {
      const opened = await whileUsed(openOnce)
      if (idle === undefined) return opened
      return { forQueries: reopening('forQueries', opened), forIndexing: reopening('forIndexing', opened) }
    },
    /** Frees the model; does not wait for one that is still being opened. */
    async close(): Promise<void> {
      opening?.catch(() => undefined)
      closing.abort(new DOMException('the memory was closed', 'AbortError'))
      await model?.dispose?.()
    },
  }
}

/** Runs what uses a resource, and calls `onIdle` when it was not used for some milliseconds; never if that is undefined. */
export function createIdleTimer(idle: number | undefined, onIdle: () => Promise<void>, signal: AbortSignal) {
  let users = 0
  let timer: NodeJS.Timeout | undefined
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  return async <Result>(use: () => Promise<Result>): Promise<Result> => {
    users += 1
    clearTimeout(timer)
    try {
      return await use()
    } finally {
      users -= 1
      if (users === 0 && idle !== undefined && !signal.aborted) {
        // A failure to free the model does no harm: the next use opens another.
        timer = setTimeout(() => void onIdle().catch(() => undefined), idle)
        timer.unref()
      }
    }
  }
}
