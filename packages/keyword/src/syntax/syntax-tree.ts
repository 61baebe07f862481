/** The parsed syntax of a query. */
export type QuerySyntax =
  /** Plain words as typed; more matches rank higher. */
  | { readonly kind: 'words'; readonly text: string }
  | TermSyntax
  /** What is excluded; only among the parts of an `and`, after the others. */
  | { readonly kind: 'not'; readonly part: QuerySyntax }
  /** All of two or more parts; the first one is not a `not`. */
  | { readonly kind: 'and'; readonly parts: readonly QuerySyntax[] }
  /** What a text must have; only among the parts of an `or`. If no text has it, results may lack it unless it is strict. */
  | { readonly kind: 'required'; readonly part: TermSyntax; readonly isStrict: boolean }
  /** At least one of two or more parts, and all that are required. */
  | { readonly kind: 'or'; readonly parts: readonly QuerySyntax[] }

export type TermSyntax =
  /** Adjacent words in this order. */
  | { readonly kind: 'phrase'; readonly text: string }
  /** Words with this beginning of three or more letters and digits. */
  | { readonly kind: 'prefix'; readonly text: string }

/** The fields of a query. */
export type QueryFieldName = 'path' | 'heading' | 'source' | 'since' | 'until' | 'where'

/** A condition such as `path:notes/*.md` or, negated, `-path:drafts`. The caller interprets the text. */
export interface QueryField {
  readonly field: QueryFieldName
  /** The value without quotation marks, never empty; for `where` a comparison such as `key=value`. */
  readonly text: string
  readonly isNegated: boolean
}

/** A query that was read. A result must match the syntax and the fields. */
export interface ReadQuery {
  /** Null if the query has only fields, or nothing. */
  readonly syntax: QuerySyntax | null
  /** In the order of the query. */
  readonly fields: readonly QueryField[]
}

/** The maximum depth of syntax; one run of words is one level. Deeper syntax is read as plain words. */
export const maximumSyntaxDepth = 20

/** The maximum length of a query with syntax, in UTF-16 units; longer ones are pasted text and read as plain words. */
export const maximumSyntaxLength = 10_000

export function depthOf(syntax: QuerySyntax): number {
  if (syntax.kind === 'not') return 1 + depthOf(syntax.part)
  if (syntax.kind !== 'and' && syntax.kind !== 'or') return 1
  return 1 + Math.max(...syntax.parts.map(depthOf))
}

/** The smallest tree for alternatives; at least one. */
export function anyOf(parts: readonly QuerySyntax[]): QuerySyntax {
  const flat = parts.flatMap((part) => (part.kind === 'or' ? part.parts : [part]))
  const [only] = flat
  return only !== undefined && flat.length === 1 ? only : { kind: 'or', parts: flat }
}

/** The smallest tree for included parts, at least one, and excluded ones. */
export function allOf(included: readonly QuerySyntax[], excluded: readonly QuerySyntax[]): QuerySyntax {
  const flat = included.flatMap((part) => (part.kind === 'and' ? part.parts : [part]))
  const parts = [
    ...flat.filter((part) => part.kind !== 'not'),
    ...flat.filter((part) => part.kind === 'not'),
    ...excluded.map((part): QuerySyntax => ({ kind: 'not', part })),
  ]
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { kind: 'and', parts }
}
