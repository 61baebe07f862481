/** `failed` does not work; `warning` works and needs attention. */
type FindingState = 'ok' | 'warning' | 'failed'

/** What a probe found. */
export interface Outcome {
  readonly state: FindingState
  readonly detail: string
  /** Null where all is well. */
  readonly cause: string | null
  /** A command; null where all is well. */
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

interface Trouble {
  readonly detail: string
  readonly cause: string
  readonly fix: string
}

/** It works, and should be looked after. */
export function warning(trouble: Trouble): Outcome {
  return { state: 'warning', ...trouble }
}

/** It does not work. */
export function failure(trouble: Trouble): Outcome {
  return { state: 'failed', ...trouble }
}
