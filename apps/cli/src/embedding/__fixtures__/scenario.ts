import { refuse, type Fault } from './played-provider.js'
import type { PlayedName } from './wire.js'
import type { TlsIdentity } from '@recallite/test-kit'

/** A fault of a provider, and the expected results. */
export interface Scenario {
  readonly name: string
  readonly fault: Fault
  /** Whether it affects the first request, which has only the canary; default false. */
  readonly isFromTheFirst?: boolean
  /** An invalid certificate of the provider. */
  readonly tls?: TlsIdentity
  /** Whether an answer may never end, so that the deadline is reached; default false. */
  readonly hangs?: boolean
  /** Default: all simulated providers. */
  readonly providers?: readonly PlayedName[]
  /** The number of texts with their vector after the first run; `any`: it does not matter. */
  readonly stored: 'all' | 'none' | 'any' | number
  /** What the run prints about texts without a vector. */
  readonly says?: RegExp
  /** The maximum number of requests with texts in the first run. */
  readonly maxRequests?: number
  /** The minimum total wait, in milliseconds. */
  readonly waits?: number
  /** The maximum single wait, in milliseconds. */
  readonly maxWait?: number
}

/** Applies a fault only to the first few requests. */
export const atFirst =
  (times: number, fault: Fault): Fault =>
  (ask) =>
    ask.number < times ? fault(ask) : undefined

/** A refusal in the format of the provider. */
export const refusing =
  (status: number, more: { message?: string; word?: string; headers?: Record<string, string> } = {}): Fault =>
  (ask) =>
    refuse(ask, status, more)

