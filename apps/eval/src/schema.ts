import * as v from 'valibot'

export const text = v.string('a string')

/** A finite number. */
export const number = v.pipe(v.number('a number'), v.finite('a number'))

/** Set if the questions were cut out of the documents that answer them. */
export const questionSource = v.optional(v.literal('known-item', '"known-item", or left out'))

/** An object with these fields; it may have others. */
export function object<Fields extends v.ObjectEntries>(fields: Fields) {
  return v.object(fields, 'an object')
}

export function list<Item>(item: v.GenericSchema<unknown, Item>) {
  return v.pipe(v.array(item, 'a list'), v.readonly())
}

/** A list in which no two items have the same key. */
export function distinct<Item>(item: v.GenericSchema<unknown, Item>, keyOf: (item: Item) => string) {
  const isDistinct = (items: readonly Item[]) => new Set(items.map(keyOf)).size === items.length
  return v.pipe(list(item), v.check(isDistinct, 'a list without repetitions'))
}

/** The path of the first invalid value, such as `suites.0.name`, and what it must be. Undefined if all are valid. */
export function flawOf(schema: v.GenericSchema, value: unknown) {
  const { issues } = v.safeParse(schema, value, { abortEarly: true })
  if (!issues) return undefined
  const [issue] = issues
  // For a missing field, the message is about its object.
  const isMissing = issue.expected?.startsWith('"') ?? false
  return { path: v.getDotPath(issue) ?? '', need: isMissing ? 'given' : issue.message }
}
