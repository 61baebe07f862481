import { EmbeddingError } from '../errors.js'

/** Makes one line of up to 300 characters, without control characters, which a terminal would obey. */
export function oneLine(words: string): string {
  const line = words.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300).toWellFormed()}…` : line.toWellFormed()
}

/**
 * Replaces every secret by `[secret]`: raw, URL-encoded, as JSON, and in base64 and base64url, also within a longer encoded
 * text such as `Bearer …` or `user:…`. Ignores case.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length)
  if (forms.length === 0) return text
  const any = forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|')
  return text.replaceAll(new RegExp(any, 'gi'), '[secret]')
}

/** Removes secrets from a failure, and its causes if there are any secrets: they may contain a request with its headers. */
export function failureWithout(secrets: readonly string[], failure: EmbeddingError): EmbeddingError {
  if (secrets.length === 0) return failure
  const { code, message, isRetryable, retryAfter, vectors } = failure
  return new EmbeddingError(code, withoutSecrets(message, secrets), { isRetryable, retryAfter, vectors })
}

function formsOf(secret: string): string[] {
  const inUrl = encodeURIComponent(secret.toWellFormed())
  const inQuery = new URLSearchParams({ '': secret }).toString().slice(1)
  const inJson = JSON.stringify(secret).slice(1, -1)
  const encoded = [0, 1, 2].map((offset) => base64Core(secret, offset)).filter((core) => core.length >= 6)
  return [
    secret,
    inUrl,
    inQuery,
    inJson,
    ...encoded,
    ...encoded.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_')),
  ].filter((form) => form !== '')
}

/**
 * The base64 digits that depend only on a secret which starts `offset` bytes after a multiple of three: six bits per digit,
 * from bit 8 · offset, rounded up, to the last whole digit (RFC 4648).
 */
function base64Core(secret: string, offset: number): string {
  const bytes = new TextEncoder().encode(secret)
  const padded = String.fromCharCode(...new Uint8Array(offset), ...bytes)
  return btoa(padded).slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6))
}
