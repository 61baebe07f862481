import { EmbeddingError } from '../errors.js'
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

/** What messages about a key say. */
export interface KeyWords {
  /** Whose key it is, e.g. `OpenAI`. */
  readonly owner: string
  /** A sentence that says where to get one. */
  readonly remedy: string
}

const faults: readonly (readonly [fault: string, pattern: RegExp])[] = [
  ['is empty', /^$/],
  ['is a variable that nobody filled in', /\$\{|^\$[A-Z_]+$/],
  ['holds characters that no key has', /[^\x21-\x7e]/],
]

/**
 * The key without the white space around it, if it can be one: what a header cannot hold would come back in the error
 * of the HTTP client, and a variable nobody filled in is no key.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`, which does not repeat it
 */
export function assertApiKey(apiKey: string, { owner, remedy }: KeyWords): string {
  const key = apiKey.trim()
  const fault = faults.find(([, pattern]) => pattern.test(key))
  if (fault === undefined) return key
  throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', `The API key for ${owner} ${fault[0]}. ${remedy}`)
}

/**
 * Refuses a setting that is no length of a vector.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export function assertDimensions(dimensions: number): void {
  if (Number.isSafeInteger(dimensions) && dimensions >= 1) return
  throw new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `${dimensions} is no length of a vector. Set dimensions to a whole number from 1.`,
  )
}
