import type { EmbeddingModel } from '@recallite/embeddings'

/** A model with the settings for queries and those for index runs. */
export interface ModelVariants {
  readonly forQueries: EmbeddingModel
  readonly forIndexing: EmbeddingModel
}

interface Holding<Opened> {
  /** How long it is kept without being used, in milliseconds; undefined: always. */
  readonly idle: number | undefined
  readonly free: (opened: Opened) => Promise<void> | void
}

/** Opens something when it is first needed, and again after a failure or after it was released for being idle. */
export function holdOpened<Opened>(
  open: (signal: AbortSignal) => Promise<Opened>,
  { idle, free }: Holding<Opened>,
) {
  const closing = new AbortController()
  const whileUsed = createIdleTimer(idle, release, closing.signal)
  let opening: Promise<Opened> | undefined
  let held: { readonly opened: Opened } | undefined

  async function openAnew(): Promise<Opened> {
    const opened = await open(closing.signal)
    held = { opened }
    // The holder was closed while this was opened.
    if (closing.signal.aborted) await free(opened)
    return opened
  }

  function openOnce(): Promise<Opened> {
    opening ??= openAnew().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function release(): Promise<void> {
    const unused = held
    opening = undefined
    held = undefined
    if (unused) await free(unused.opened)
  }

  return {
    /** Opens it if it is not open, and keeps it open while the work runs. */
    use: <Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> =>
      whileUsed(async () => work(await openOnce())),
    /** Frees it; does not wait for one that is still being opened. */
    async close(): Promise<void> {
      opening?.catch(() => undefined)
      closing.abort(new DOMException('the memory was closed', 'AbortError'))
      if (held) await free(held.opened)
    },
  }
}

/** Holds a model; callers may use what `open` gives long after it was released for being idle. */
export function holdModel(
  open: (signal: AbortSignal) => Promise<ModelVariants>,
  { idle }: Pick<Holding<ModelVariants>, 'idle'>,
) {
  const { use, close } = holdOpened(open, { idle, free: ({ forIndexing }) => forIndexing.dispose?.() })
  const reopening = (variant: keyof ModelVariants, opened: ModelVariants): EmbeddingModel => ({
    ...opened[variant],
    embed: (request) => use((model) => model[variant].embed(request)),
  })
  return {
    close,
    async open(): Promise<ModelVariants> {
      const opened = await use(async (model) => model)
      if (idle === undefined) return opened
      return { forQueries: reopening('forQueries', opened), forIndexing: reopening('forIndexing', opened) }
    },
  }
}

/** Runs what uses a resource, and calls `onIdle` when it was not used for some milliseconds; never if that is undefined. */
function createIdleTimer(idle: number | undefined, onIdle: () => Promise<void>, signal: AbortSignal) {
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
