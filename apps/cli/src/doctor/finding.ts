/** What a probe found. */
export interface Outcome {
  /** `failed` does not work; `warning` works and needs attention. */
  readonly state: 'ok' | 'warning' | 'failed'
  readonly detail: string
  /** Null if all is well. */
  readonly cause: string | null
  /** A command; null if all is well. */
  readonly fix: string | null
}

/** What a probe found, under its name. */
export interface Finding extends Outcome {
  readonly name: string
}

/** All is well. */
export function fine(detail: string): Outcome {
  return { state: 'ok', detail, cause: null, fix: null }
}

/** It works, and needs attention; `fix` is a command. */
export function warning(detail: string, cause: string, fix: string): Outcome {
  return { state: 'warning', detail, cause, fix }
}

/** It does not work; `fix` is a command. */
export function failure(detail: string, cause: string, fix: string): Outcome {
  return { state: 'failed', detail, cause, fix }
}
