/** Something that was thrown, in a form that `structuredClone` preserves. */
export type CarriedError =
  | {
      readonly kind: 'error'
      readonly name: string
      readonly message: string
      readonly stack: string | undefined
      readonly cause: CarriedError | undefined
      /** Its other properties, `isRetryable` and `code` among them where the class computes them. */
      readonly facts: Readonly<Record<string, unknown>>
      /** The keys of its registered symbols, by which `isInstance` of an error class recognises its errors. */
      readonly markers: readonly string[]
    }
  | { readonly kind: 'value'; readonly value: unknown }

const mostCauses = 8

const ownFields = new Set(['name', 'message', 'stack', 'cause'])

/** Takes apart what was thrown: an error of any class, or any other value. */
export function carryError(thrown: unknown, depth = 0): CarriedError {
  if (!(thrown instanceof Error)) {
    return { kind: 'value', value: isCloneable(thrown) ? thrown : String(thrown) }
  }
  const { name, message, stack, cause } = thrown
  const hasCause = cause !== undefined && depth < mostCauses
  return {
    kind: 'error',
    name,
    message,
    stack,
    cause: hasCause ? carryError(cause, depth + 1) : undefined,
    facts: factsOf(thrown),
    markers: Object.getOwnPropertySymbols(thrown).flatMap((symbol) => Symbol.keyFor(symbol) ?? []),
  }
}

/** Puts together what `carryError` took apart: an error of the same name, facts, cause and markers. */
export function restoreError(carried: CarriedError): unknown {
  if (carried.kind === 'value') return carried.value
  const { name, message, stack, cause, facts, markers } = carried
  const error = new Error(message, cause === undefined ? {} : { cause: restoreError(cause) })
  for (const [key, value] of Object.entries({ name, stack })) {
    Object.defineProperty(error, key, { value, writable: true, configurable: true })
  }
  for (const key of markers) Object.defineProperty(error, Symbol.for(key), { value: true })
  return Object.assign(error, facts)
}

function factsOf(error: Error): Record<string, unknown> {
  const names = [...Object.keys(error), ...gettersOfErrors].filter(
    (key) => key in error && !ownFields.has(key),
  )
  const facts = names.map((key): [string, unknown] => [key, Reflect.get(error, key)])
  return Object.fromEntries(facts.filter(([, value]) => isCloneable(value)))
}

/** What error classes compute: `code` and `name` are getters of a `DOMException`. */
const gettersOfErrors = ['isRetryable', 'code']

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}
