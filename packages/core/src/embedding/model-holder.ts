import type { EmbeddingModel } from '@recallite/embeddings'

/** A model with the settings for queries and those for index runs. */
export interface ModelVariants {
  readonly forQueries: EmbeddingModel
  readonly forIndexing: EmbeddingModel
}

/** Opens a model when it is first needed. */
interface ModelHolder {
  /** The model; opened again where the last attempt failed, and by its next use where it was let go of. */
  open(): Promise<ModelVariants>
  /** Frees the model; one that is still being opened is given up, not waited for. */
  close(): Promise<void>
}

interface HoldOptions {
  /** How long it is kept without being used, in milliseconds; undefined: always. */
  readonly idle: number | undefined
}

/** Calls back when something has not been used for a while. */
interface IdleTimer {
  /** A use of it, from beginning to end. */
  during<Result>(use: () => Promise<Result>): Promise<Result>
  /** Notices nothing any more. */
  stop(): void
}

/** Holds the model that `open` returns. */
export function holdModel(
  open: (signal: AbortSignal) => Promise<ModelVariants>,
  { idle }: HoldOptions = { idle: undefined },
): ModelHolder {
  const closing = new AbortController()
  const timer = createIdleTimer(idle, letGo)
  let opening: Promise<ModelVariants> | undefined
  let model: EmbeddingModel | undefined

  async function begin(): Promise<ModelVariants> {
    const opened = await open(closing.signal)
    model = opened.forIndexing
    // It came too late: nobody else will free it.
    if (closing.signal.aborted) await model.dispose?.()
    return opened
  }

  function openOnce(): Promise<ModelVariants> {
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
  function reopening(guise: keyof ModelVariants, opened: ModelVariants): EmbeddingModel {
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

/** @param idle in milliseconds; undefined: never */
function createIdleTimer(idle: number | undefined, whenIdle: () => Promise<void>): IdleTimer {
  let users = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = idle === undefined

  function rest(): void {
    users -= 1
    if (users > 0 || isStopped) return
    // What cannot be freed will not be missed either: the next use opens another.
    timer = setTimeout(() => void whenIdle().catch(() => undefined), idle)
    timer.unref()
  }

  return {
    async during(use) {
      users += 1
      clearTimeout(timer)
      try {
        return await use()
      } finally {
        rest()
      }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
