import fc from 'fast-check'

/** Ids that are hard to write into a line of fields. */
export const hostileId = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom(
    ' ',
    'a b',
    'a%20b',
    '%',
    '%25',
    '%2520',
    'a\tb',
    '\r\n',
    '\ufeff',
    '\u0085',
    '%C2\u00a0',
    'x/%E4',
  ),
)

/** Maps from such ids. */
export function mapsOf<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Map<string, Value>> {
  return fc
    .uniqueArray(fc.tuple(hostileId, value), { selector: ([id]) => id })
    .map((entries) => new Map(entries))
}
