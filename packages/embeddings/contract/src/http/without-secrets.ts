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
