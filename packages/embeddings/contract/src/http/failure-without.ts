import { EmbeddingError } from '../errors.js'
import { withoutSecrets } from './without-secrets.js'

/**
 * The failure, if no secret stands in it: not in its message or stack, nor in those of its causes or in their
 * properties. Else one that says the same without the secrets and without causes.
 */
export function failureWithout(secrets: readonly string[], failure: EmbeddingError): EmbeddingError {
  if (secrets.length === 0) return failure
  const said = sayingsOf(failure)
  if (said !== undefined && withoutSecrets(said, secrets) === said) return failure
  const { code, message, isRetryable, retryAfter, vectors } = failure
  return new EmbeddingError(code, withoutSecrets(message, secrets), { isRetryable, retryAfter, vectors })
}

/** More values than an error has that was made to be read. */
const mostValues = 20_000

/** Every text that can be reached from a value; undefined where there is too much of it to look through. */
function sayingsOf(value: unknown): string | undefined {
  // A set, so that what refers to itself ends the walk.
  const found = new Set([value])
  for (const each of found) {
    if (found.size > mostValues) return undefined
    if (typeof each === 'object' && each !== null) for (const part of partsOf(each)) found.add(part)
  }
  return [...found].filter((each) => typeof each === 'string').join('\n')
}

function partsOf(value: object): unknown[] {
  if (ArrayBuffer.isView(value)) return []
  const names = Reflect.ownKeys(value)
  // Not through getters, which run code.
  const values = names.map((name): unknown => Object.getOwnPropertyDescriptor(value, name)?.value)
  return [...names, ...values, ...hiddenPartsOf(value)]
}

function hiddenPartsOf(value: object): unknown[] {
  if (value instanceof Error) return [value.message, value.stack]
  if (value instanceof URL) return [value.href]
  const isList = value instanceof Map || value instanceof Set || value instanceof Headers
  return isList ? [...value].flat() : []
}
