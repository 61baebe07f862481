import { EmbeddingError } from '../errors.js'

/**
 * Words of a server, fit for a message: one line of at most 300 characters, without control characters, which a terminal
 * would obey.
 */
export function oneLine(words: string): string {
  const line = words.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300).toWellFormed()}…` : line.toWellFormed()
}

/**
 * A text in which every secret is replaced by `[secret]`: as it is, URL-encoded, written in JSON, and in base64 and
 * base64url, also as a part of a longer text that was encoded, e.g. of `Bearer …` or `user:…`. Letters match in either
 * case. Secrets that are empty are left out.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length)
  if (forms.length === 0) return text
  const any = forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|')
  return text.replaceAll(new RegExp(any, 'gi'), '[secret]')
}

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

function formsOf(secret: string): string[] {
  const inUrl = encodeURIComponent(secret.toWellFormed())
  const inQuery = new URLSearchParams({ '': secret }).toString().slice(1)
  const inJson = JSON.stringify(secret).slice(1, -1)
  const encoded = [0, 1, 2].map((offset) => base64Core(secret, offset)).filter((core) => core.length >= 6)
  return [secret, inUrl, inQuery, inJson, ...encoded.flatMap(alphabets)].filter((form) => form !== '')
}

/**
 * The base64 digits that depend on the secret alone, where it begins `offset` bytes after a multiple of three: six
 * bits a digit, so those from bit 8 · offset, rounded up, to the last whole digit (RFC 4648).
 */
function base64Core(secret: string, offset: number): string {
  const bytes = new TextEncoder().encode(secret)
  const padded = String.fromCharCode(...new Uint8Array(offset), ...bytes)
  return btoa(padded).slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6))
}

function alphabets(digits: string): string[] {
  return [digits, digits.replaceAll('+', '-').replaceAll('/', '_')]
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
