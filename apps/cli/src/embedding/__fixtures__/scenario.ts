import { refuse, type Fault } from './played-provider.js'
import type { PlayedName } from './wire.js'
import type { TlsIdentity } from '@recallite/test-kit'

/** One way in which a provider fails, and what must come of it. */
export interface Scenario {
  readonly name: string
  readonly fault: Fault
  /** Whether the first request meets it, which asks for the canary alone; default false. */
  readonly isFromTheFirst?: boolean
  /** A certificate that proves nothing: the provider keeps it. */
  readonly tls?: TlsIdentity
  /** Whether an answer may never end, and the deadline is waited for; default false. */
  readonly hangs?: boolean
  /** Default: all that are played. */
  readonly providers?: readonly PlayedName[]
  /** How many texts have their vector after the first run; `any`: it does not matter. */
  readonly stored: 'all' | 'none' | 'any' | number
  /** What the run says of the texts that have none. */
  readonly says?: RegExp
  /** The most requests with texts in the first run. */
  readonly mostRequests?: number
  /** The least that was waited, in milliseconds. */
  readonly waits?: number
  /** The longest single wait, in milliseconds. */
  readonly mostWait?: number
}

/** The answer of the first few requests only. */
export const atFirst =
  (times: number, fault: Fault): Fault =>
  (ask) =>
    ask.number < times ? fault(ask) : undefined

/** A refusal as the provider words it. */
export const refusing =
  (status: number, more: { message?: string; word?: string; headers?: Record<string, string> } = {}): Fault =>
  (ask) =>
    refuse(ask, status, more)

