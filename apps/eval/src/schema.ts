import * as v from 'valibot'

/** A string. */
export const text = v.string('a string')

/** A finite number. */
export const number = v.pipe(v.number('a number'), v.finite('a number'))

/** Where the questions of a suite are from, if they were cut out of the documents that answer them. */
export const questionSource = v.optional(v.literal('known-item', '"known-item", or left out'))

/** An object with these fields; it may have others. */
export function object<Fields extends v.ObjectEntries>(fields: Fields) {
  return v.object(fields, 'an object')
}

/** A list of items of a schema. */
export function list<Item>(item: v.GenericSchema<unknown, Item>) {
  return v.pipe(v.array(item, 'a list'), v.readonly())
}

/** A list in which no two items have the same key. */
export function distinct<Item>(item: v.GenericSchema<unknown, Item>, keyOf: (item: Item) => string) {
  const isDistinct = (items: readonly Item[]) => new Set(items.map(keyOf)).size === items.length
  return v.pipe(list(item), v.check(isDistinct, 'a list without repetitions'))
}

/** Whether a value is as its schema says. */
export function fits<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): value is Value {
  return v.is(schema, value)
}

/** Where a value is first not as its schema says, as in `suites.0.name`, and what must stand there; undefined if it is right. */
export function flawOf(schema: v.GenericSchema, value: unknown) {
  const { issues } = v.safeParse(schema, value, { abortEarly: true })
  if (!issues) return undefined
  const [issue] = issues
  // Of a field that is missing, the message is that of its object.
  const isMissing = issue.expected?.startsWith('"') ?? false
  return { path: v.getDotPath(issue) ?? '', wanted: isMissing ? 'given' : issue.message }
}
