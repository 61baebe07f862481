import type { Fetch } from './guard-fetch.js'

/** What the settings of every provider on a network hold. */
export interface HostedSettings {
  /** Allows `http:` for hosts other than this machine; default false. */
  readonly allowHttp?: boolean | undefined
  /** Sends the requests; default the global one. It asks no host but that of the base URL. */
  readonly fetch?: Fetch | undefined
  /** The longest wait for an answer to begin, in milliseconds; default 30,000. */
  readonly firstByteTimeout?: number | undefined
  /** The longest pause within an answer, in milliseconds; default 15,000. */
  readonly idleTimeout?: number | undefined
  /** Tells what time it is, for answers that name one to come back at; default `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Aborting it ends the creation; once the model is created it does nothing. */
  readonly signal?: AbortSignal | undefined
}
