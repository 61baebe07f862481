import * as fc from 'fast-check'

/** Few keys, so that filters match documents, including difficult ones. Not `\`: Node 24 confuses it with other escaped keys. */
const keys = [
  'a', 'b', '0', '1', '', 'a.b', '"', 'a\\b', '$in', '__proto__', 'constructor', 'length', 'é', '😀', '\uD83D', '\uDE00',
  'a\0', 'a\0b', "'", '[0]', '#', '*', '01', '18446744073709551616', '\u2028',
] // prettier-ignore
const commonKeys = ['a', 'b', '0']
const key = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...commonKeys) }, fc.constantFrom(...keys))

const texts = [
  '', 'a', 'b', 'A', '0', '1', 'true', 'null', 'a\0', 'a\0b', '\0', '\uD800', '\uDFFF', '\uD83D', '😀', '\uFFFF', '\uE000', 'é',
  'e\u0301', "'; DROP TABLE document; --", '"', '\\u0000', '%', '_', '\u2028', 'ab',
] // prettier-ignore
const numbers = [
  0, -0, 1, -1, 0.1, 0.5, 2, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 63, -(2 ** 63), 2 ** 64, 1e21, 1e308, -1e308, 5e-324, 1e-7, 123.456,
] // prettier-ignore

const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 3 }))
const number = fc.oneof(
  fc.constantFrom(...numbers),
  fc.integer({ min: -2, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const scalar = fc.oneof(text, number, fc.constantFrom(null, true, false))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    // Pairs, since an object literal with the key `__proto__` would set the prototype.
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((pairs) => toObject(pairs)),
  ),
}))

/** An object that JSON.stringify and JSON.parse preserve. */
export const anyDocument: fc.Arbitrary<Record<string, unknown>> = fc
  .array(fc.tuple(key, value), { maxLength: 5 })
  .map(toObject)

const path = fc
  .array(key, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((each) => each.replaceAll(/[.$\\]/g, String.raw`\$&`)).join('.'))

const list = fc.array(scalar, { maxLength: 4 })
const ordered = fc.oneof(text, number)
const operation: fc.Arbitrary<[string, unknown]> = fc.oneof(
  fc.tuple(fc.constantFrom('$eq', '$ne'), scalar),
  fc.tuple(fc.constantFrom('$in', '$nin'), list),
  fc.tuple(fc.constantFrom('$lt', '$lte', '$gt', '$gte'), ordered),
  fc.tuple(fc.constant('$exists'), fc.boolean()),
)
const operations = fc.array(operation, { minLength: 1, maxLength: 2 }).map(toObject)
const condition = fc.oneof(
  scalar,
  operations,
  operations.map(($not) => ({ $not })),
)

/** A valid filter, as JSON. */
export const { filter: anyFilter } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.array(fc.tuple(path, condition), { minLength: 1, maxLength: 2 }).map(toObject),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
    tie('filter').map(($not) => ({ $not })),
  ),
}))

/** Operators at valid and invalid paths, with operands of any kind. */
export const { json: anyJson } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, Symbol('a'), () => 1, new Date(0)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc
      .array(
        fc.tuple(
          fc.oneof(fc.constantFrom('$and', '$or', '$not', '$in', '$lt', '$exists', '$x', 'a\\b'), path),
          tie('json'),
        ),
        {
          maxLength: 3,
        },
      )
      .map(toObject),
  ),
}))

function toObject(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(pairs)
}
