import type { Store } from './store.js'

/** An exported function of a module, to be run beside a store that keeps its data in another thread. */
export interface NearTask {
  /** `file:` URL of a built module. */
  readonly module: string
  /** What it is exported as; the function is a `NearFunction`. */
  readonly name: string
}

/** What a task is given beside its input. */
export interface NearContext {
  /** Sends something to `onNews`; it is copied, as by `structuredClone`. */
  tell(news: unknown): void
  readonly signal: AbortSignal
}

/** A task as its module exports it; input and output are copied, as by `structuredClone`. */
export type NearFunction<Input = unknown, Output = unknown> = (
  store: Store,
  input: Input,
  context: NearContext,
) => Promise<Output>

/** How to follow a task and end it. */
export interface NearOptions {
  /** Called with what the task tells, in order. */
  readonly onNews?: ((news: unknown) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
