import type { EmbeddingModel } from '@recallite/embeddings'
import { createIdleTimer } from './idle-timer.js'

/** A model in the guises that it is used in. */
export interface Guises {
  readonly forQueries: EmbeddingModel
  readonly forIndexing: EmbeddingModel
}

/** A model that is opened when it is first needed. */
export interface ModelHolder {
  /** The model; opened again where the last attempt failed, and by its next use where it was let go of. */
  open(): Promise<Guises>
  /** Frees the model; one that is still being opened is given up, not waited for. */
  close(): Promise<void>
}

/** How to hold a model. */
export interface HoldOptions {
  /** How long it is kept without being used, in milliseconds; undefined: always. */
  readonly idle: number | undefined
}

/** Holds the model that `open` gives. */
export function holdModel(
  open: (signal: AbortSignal) => Promise<Guises>,
  { idle }: HoldOptions = { idle: undefined },
): ModelHolder {
  const closing = new AbortController()
  const timer = createIdleTimer(idle, letGo)
  let opening: Promise<Guises> | undefined
  let model: EmbeddingModel | undefined

  async function begin(): Promise<Guises> {
    const opened = await open(closing.signal)
    model = opened.forIndexing
    // It came too late: nobody else will free it.
    if (closing.signal.aborted) await model.dispose?.()
    return opened
  }

  function openOnce(): Promise<Guises> {
    opening ??= begin().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function letGo(): Promise<void> {
    const unused = model
    opening = undefined
    model = undefined
    await unused?.dispose?.()
  }

  /** Whoever has the model may use it long after it was let go of. */
  function reopening(guise: keyof Guises, opened: Guises): EmbeddingModel {
    return {
      ...opened[guise],
      embed: (request) => timer.during(async () => (await openOnce())[guise].embed(request)),
    }
  }

  return {
    async open() {
      const opened = await timer.during(openOnce)
      if (idle === undefined) return opened
      return { forQueries: reopening('forQueries', opened), forIndexing: reopening('forIndexing', opened) }
    },
    async close() {
      timer.stop()
      opening?.catch(() => undefined)
      closing.abort(new DOMException('the memory was closed', 'AbortError'))
      await model?.dispose?.()
    },
  }
}
