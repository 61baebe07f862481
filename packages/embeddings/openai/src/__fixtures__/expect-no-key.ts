import { inspect } from 'node:util'
import { expect } from 'vitest'

/** All that can be learned from a value: its message, stack, causes and properties, hidden ones too. */
function everythingOf(value: unknown): string {
  const seen: unknown[] = []
  for (let each = value; each instanceof Error && !seen.includes(each); each = each.cause) seen.push(each)
  const words = seen.map((error) => `${String(error)}\n${(error as Error).stack}`)
  return [...words, JSON.stringify(value), inspect(value, { depth: 30, showHidden: true })].join('\n')
}

/** Expects that the key stands nowhere in the value: not raw, not URL-encoded, not in base64. */
export function expectNoKey(value: unknown, key: string): void {
  const everything = everythingOf(value).toLowerCase()
  const bytes = [key, `Bearer ${key}`, `:${key}`, `me:${key}`].map((text) => Buffer.from(text))
  // The first and the last digits depend on what stands around it.
  const encoded = bytes.flatMap((each) => [each.toString('base64'), each.toString('base64url')])
  const forms = [key, encodeURIComponent(key), ...encoded.map((form) => form.slice(14, -6))]
  expect(forms.every((form) => form.length > 10)).toBe(true)
  expect(forms.filter((form) => everything.includes(form.toLowerCase()))).toEqual([])
}
