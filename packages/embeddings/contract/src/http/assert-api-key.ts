import { EmbeddingError } from '../errors.js'

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
