/** Runs tasks in the thread in which the store works. */
export interface StoreThread {
  /** Runs a function there, with a store of its own; rejects as the function does. */
  run<Output>(task: ThreadTask, input: unknown, options?: ThreadTaskOptions): Promise<Output>
}

/** An exported function of a module. */
export interface ThreadTask {
  /** `file:` URL of a built module. */
  readonly module: string
  /** What it is exported as; the function is a `ThreadFunction`. */
  readonly name: string
}

/** What a task is given beside its input. */
export interface ThreadContext {
  /** Sends something to `onNews`; it is copied, as by `structuredClone`. */
  tell(news: unknown): void
  readonly signal: AbortSignal
}

/** How to follow a task and end it. */
export interface ThreadTaskOptions {
  /** Called with what the task tells, in order. */
  readonly onNews?: ((news: unknown) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
