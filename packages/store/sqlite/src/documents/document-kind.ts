/*
 * A file holds two stores, of files and of records: rows of both stand in the same tables. Their counts are apart, so that a
 * search of one kind ranks as if the other one were not there.
 */

/** What the documents of a root are. */
export type DocumentKind = 'file' | 'record'

/** Chunks have ids by the kind of their document: FTS5 reads a range of ids without reading what is beside it. */
const idsOfKind = 2 ** 40

/** The ids that chunks of a kind may have. */
export const chunkIds: Readonly<Record<DocumentKind, { readonly first: number; readonly last: number }>> = {
  file: { first: 1, last: idsOfKind - 1 },
  record: { first: idsOfKind, last: 2 * idsOfKind - 1 },
}

/** SQL that is true for the chunks of a kind. */
export function isOfKind(column: string, kind: DocumentKind): string {
  const { first, last } = chunkIds[kind]
  return `${column} BETWEEN ${first} AND ${last}`
}
