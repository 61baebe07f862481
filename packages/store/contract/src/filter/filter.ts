/** What a filter compares with. Numbers are finite. */
export type Scalar = string | number | boolean | null

/**
 * The keys on the way to a value. A number is a key of an object (`"0"`), or the index of an element where the document
 * has an array.
 */
export type Path = readonly (string | number)[]

/** What a value is compared with. A value of another type fails. */
export type ValueTest =
  /** Equal to one of these. */
  | { readonly operator: '$in'; readonly values: readonly Scalar[] }
  /** Numbers in their order, texts in the order of their code points. */
  | { readonly operator: OrderOperator; readonly value: string | number }

/** Compares with an order. */
export type OrderOperator = '$lt' | '$lte' | '$gt' | '$gte'

/** What is asked of a JSON document. */
export type JsonCondition =
  /** The path leads to a value, be it null. */
  | { readonly kind: 'exists'; readonly path: Path }
  /** The test holds for a value that the path leads to, or for an element if that value is an array. */
  | { readonly kind: 'some'; readonly path: Path; readonly test: ValueTest }

/**
 * A filter that was checked: conditions, and what joins them. Each operator of the language is written with these few kinds;
 * who has further conditions than those on JSON joins them by the same kinds.
 */
export type Filter<Condition = JsonCondition> =
  /** Every filter, or at least one, matches. `all` of none matches each document, `any` of none matches no document. */
  | { readonly kind: 'all' | 'any'; readonly filters: readonly Filter<Condition>[] }
  | { readonly kind: 'not'; readonly filter: Filter<Condition> }
  | Condition
