import { unavailable } from '../errors.js'
import type { ConnectionOptions } from './create-connection.js'

/** What the settings of every provider on a network hold. */
export interface HostedSettings extends Pick<
  ConnectionOptions,
  'fetch' | 'firstByteTimeout' | 'idleTimeout' | 'now'
> {
  /** Allows `http:` for other hosts than this machine; default false. */
  readonly allowHttp?: boolean | undefined
  /** Aborts the creation; has no effect on a created model. */
  readonly signal?: AbortSignal | undefined
}

const faults: readonly (readonly [fault: string, pattern: RegExp])[] = [
  ['is empty', /^$/],
  ['is a variable that was not replaced', /\$\{|^\$[A-Z_]+$/],
  ['holds characters that no key has', /[^\x21-\x7e]/],
]

/**
 * Trims the key of an owner, e.g. `OpenAI`, and refuses what cannot be one: an HTTP client would repeat invalid header characters in its error.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` without the key
 */
export function assertApiKey(apiKey: string, owner: string, remedy: string): string {
  const key = apiKey.trim()
  const fault = faults.find(([, pattern]) => pattern.test(key))
  if (fault === undefined) return key
  throw unavailable(`The API key for ${owner} ${fault[0]}. ${remedy}`)
}

/**
 * Refuses a number that cannot be the length of a vector.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export function assertDimensions(dimensions: number): void {
  if (Number.isSafeInteger(dimensions) && dimensions >= 1) return
  throw unavailable(`${dimensions} is no length of a vector. Set dimensions to a whole number from 1.`)
}
