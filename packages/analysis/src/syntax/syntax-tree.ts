/** What a query asks for, as its writer put it. */
export type QuerySyntax =
  /** Plain words as typed: any of them, the more the better. */
  | { readonly kind: 'words'; readonly text: string }
  /** Words that stand side by side in this order. */
  | { readonly kind: 'phrase'; readonly text: string }
  /** Words that begin so; three or more letters and digits. */
  | { readonly kind: 'prefix'; readonly text: string }
  /** What must not be there; stands behind the others among the parts of an `and`, and nowhere else. */
  | { readonly kind: 'not'; readonly part: QuerySyntax }
  /** All the parts, of which the first is no `not`; there are two or more. */
  | { readonly kind: 'and'; readonly parts: readonly QuerySyntax[] }
  /** At least one of the parts; there are two or more. */
  | { readonly kind: 'or'; readonly parts: readonly QuerySyntax[] }

/** What a query can be narrowed by inside its text. */
export type QueryFieldName = 'path' | 'heading' | 'source' | 'since' | 'until' | 'where'

/** A condition such as `path:notes/*.md` or, negated, `-path:drafts`; what its text means is for the reader to judge. */
export interface QueryField {
  readonly field: QueryFieldName
  /** What stands behind the colon, without quotation marks; never empty. `where` has `key=value`, or another comparison. */
  readonly text: string
  readonly isNegated: boolean
}

/** A query, read. Both parts are independent: a text must answer the syntax and meet the fields. */
export interface ReadQuery {
  /** Null where nothing is left but fields, or nothing at all. */
  readonly syntax: QuerySyntax | null
  /** In the order they stand in the query. */
  readonly fields: readonly QueryField[]
}

/** How many levels deep the syntax of a query can be; one run of words is one level. What is deeper is plain words. */
export const maximumSyntaxDepth = 20

/** How long a query with syntax can be, in UTF-16 units. Nobody types more; longer texts are pasted, and plain words. */
export const maximumSyntaxLength = 10_000

/** How many levels a tree has; a leaf has one. */
export function depthOf(syntax: QuerySyntax): number {
  if (syntax.kind === 'not') return 1 + depthOf(syntax.part)
  if (syntax.kind !== 'and' && syntax.kind !== 'or') return 1
  let deepest = 0
  for (const part of syntax.parts) deepest = Math.max(deepest, depthOf(part))
  return 1 + deepest
}

/** The smallest tree for alternatives, of which there is at least one. */
export function anyOf(parts: readonly QuerySyntax[]): QuerySyntax {
  const flat = parts.flatMap((part) => (part.kind === 'or' ? part.parts : [part]))
  const [only] = flat
  return only !== undefined && flat.length === 1 ? only : { kind: 'or', parts: flat }
}

/** The smallest tree for what must be there, at least one part, and what must not. */
export function allOf(wanted: readonly QuerySyntax[], unwanted: readonly QuerySyntax[]): QuerySyntax {
  const flat = wanted.flatMap((part) => (part.kind === 'and' ? part.parts : [part]))
  const parts = [
    ...flat.filter((part) => part.kind !== 'not'),
    ...flat.filter((part) => part.kind === 'not'),
    ...unwanted.map((part): QuerySyntax => ({ kind: 'not', part })),
  ]
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { kind: 'and', parts }
}
