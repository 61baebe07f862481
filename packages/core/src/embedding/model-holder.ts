interface Holding<Opened> {
  /** Milliseconds after which it is released if unused; undefined: never. */
  readonly idle: number | undefined
  readonly free: (opened: Opened) => Promise<void> | void
}

/** Opens a resource on first use, and again after a failure or after it was released as idle. */
export function holdOpened<Opened>(
  open: (signal: AbortSignal) => Promise<Opened>,
  { idle, free }: Holding<Opened>,
) {
  const closing = new AbortController()
  let users = 0
  let idleTimer: NodeJS.Timeout | undefined
  let opening: Promise<Opened> | undefined
  let held: { readonly opened: Opened } | undefined

  async function openHeld(): Promise<Opened> {
    const opened = await open(closing.signal)
    held = { opened }
    if (closing.signal.aborted) await free(opened)
    return opened
  }

  function openOnce(): Promise<Opened> {
    opening ??= openHeld().catch((error: unknown) => {
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
    /** Opens the resource if needed, and holds it open while the work runs. */
    async use<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
      users += 1
      clearTimeout(idleTimer)
      try {
        return await work(await openOnce())
      } finally {
        users -= 1
        if (users === 0 && idle !== undefined && !closing.signal.aborted) {
          // A failure to free it is harmless: the next use opens another one.
          idleTimer = setTimeout(() => void release().catch(() => undefined), idle)
          idleTimer.unref()
        }
      }
    },
    /** Frees the resource; does not wait for one that is still being opened. */
    async close(): Promise<void> {
      opening?.catch(() => undefined)
      clearTimeout(idleTimer)
      closing.abort(new DOMException('the memory was closed', 'AbortError'))
      if (held) await free(held.opened)
    },
  }
}
