/** Any thrown value, in a form that `structuredClone` preserves. */
export type CarriedError =
  | {
      readonly kind: 'error'
      readonly name: string
      readonly message: string
      readonly stack: string | undefined
      readonly cause: CarriedError | undefined
      /** Its other properties, including computed ones such as `isRetryable` and `code`. */
      readonly facts: Readonly<Record<string, unknown>>
      /** The keys of its registered symbols, which `isInstance` of an error class checks. */
      readonly markers: readonly string[]
    }
  | { readonly kind: 'value'; readonly value: unknown }

const maxCauses = 8

const standardFields = new Set(['name', 'message', 'stack', 'cause'])

/** Converts a thrown value for `postMessage`. */
export function carryError(thrown: unknown, depth = 0): CarriedError {
  if (!(thrown instanceof Error)) {
    return { kind: 'value', value: isCloneable(thrown) ? thrown : String(thrown) }
  }
  const { name, message, stack, cause } = thrown
  const hasCause = cause !== undefined && depth < maxCauses
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

/** Restores the value: an error with the same name, properties, cause and markers. */
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
    (key) => key in error && !standardFields.has(key),
  )
  const facts = names.map((key): [string, unknown] => [key, Reflect.get(error, key)])
  return Object.fromEntries(facts.filter(([, value]) => isCloneable(value)))
}

/** Getters: `code` and `name` of a `DOMException` are computed. */
const gettersOfErrors = ['isRetryable', 'code']

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}
