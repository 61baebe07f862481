/** How long something may take, and who may end it sooner. */
export interface Patience {
  /** In milliseconds. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

/** Runs work with a signal that aborts at the deadline, or with the caller's own. */
export async function withPatience<Result>(
  { deadline, signal }: Patience,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController()
  const late = () =>
    ended.abort(new DOMException(`no answer within ${deadline} ms (timeout)`, 'TimeoutError'))
  const unwanted = () => ended.abort(signal?.reason)
  const timer = setTimeout(late, deadline)
  if (signal?.aborted) unwanted()
  signal?.addEventListener('abort', unwanted, { once: true })
  try {
    return await work(ended.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', unwanted)
  }
}
