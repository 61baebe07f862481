/** A value in a filter. Numbers are finite. */
export type Scalar = string | number | boolean | null

/** The keys that lead to a value. A number is an index of an array, or a key of an object (`"0"`). */
export type Path = readonly (string | number)[]

/** A comparison. A value of another type does not match. */
export type ValueTest =
  | { readonly operator: '$in'; readonly values: readonly Scalar[] }
  /** Texts compare by code points. */
  | { readonly operator: OrderOperator; readonly value: string | number }

/** An operator that compares by order. */
export type OrderOperator = '$lt' | '$lte' | '$gt' | '$gte'

/** A condition on a JSON document. */
export type JsonCondition =
  /** The path leads to a value, which may be null. */
  | { readonly kind: 'exists'; readonly path: Path }
  /** A value at the path matches, or an element of it if it is an array. */
  | { readonly kind: 'some'; readonly path: Path; readonly test: ValueTest }

/** A parsed filter. Every operator of the language compiles to these kinds, and programs can add further kinds of conditions. */
export type Filter<Condition = JsonCondition> =
  /** An empty `all` matches every document, an empty `any` no document. */
  | { readonly kind: 'all' | 'any'; readonly filters: readonly Filter<Condition>[] }
  | { readonly kind: 'not'; readonly filter: Filter<Condition> }
  | Condition
