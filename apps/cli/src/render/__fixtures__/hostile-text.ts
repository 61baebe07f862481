import fc from 'fast-check'

/** Control characters of terminals except tab and line end, and those that change the direction of text. */
export const obeyedByTerminals = /[^\P{Cc}\t\n]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

const sequences = [
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://example.org\u001b\\',
  '\u009b31m',
  '\u0090q\u009c',
  '\r',
  '\r\n',
  '\b',
  '\u007f',
  '\u0000',
  '\u202e',
  '\u2066',
  '\u2028',
  '\n',
  '\t',
  '\u001b',
  '[31m',
  'word',
  '王',
  '\u{1f600}',
  '\ud800',
  '"',
  ',',
  '`',
]

/** Texts of control sequences and visible characters. */
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...sequences), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })
  .map((parts) => `x${parts.join('')}`)

/** A value with each text in it replaced. */
export function withText<Value>(value: Value, text: string): Value {
  if (typeof value === 'string') return text as Value
  if (Array.isArray(value)) return value.map((item: unknown) => withText(item, text)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, field]) => [name, withText(field as unknown, text)])
  return Object.fromEntries(entries) as Value
}
