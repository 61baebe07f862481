/*
 * A database has two stores, of files and of records, in the same tables. Counts are separate, so that a search of one kind ranks
 * as if the other one did not exist.
 */

/** The kind of a root's documents. */
export type DocumentKind = 'file' | 'record'

/** Chunk ids are a range per kind, which FTS5 reads without touching the other kind. */
const idsOfKind = 2 ** 40

/** The range of a kind's chunk ids. */
export const chunkIds: Readonly<Record<DocumentKind, { readonly first: number; readonly last: number }>> = {
  file: { first: 1, last: idsOfKind - 1 },
  record: { first: idsOfKind, last: 2 * idsOfKind - 1 },
}

/** SQL that is true for the chunks of a kind. */
export function isOfKind(column: string, kind: DocumentKind): string {
  const { first, last } = chunkIds[kind]
  return `${column} BETWEEN ${first} AND ${last}`
}
