/*
 * A schema holds two stores, of files and of records: rows of both stand in the same tables. Their counts are apart, so that a search
 * of one kind ranks as if the other one were not there.
 */

/** What the documents of a root are. */
export type DocumentKind = 'file' | 'record'

/** Documents and chunks have ids by their kind, so that the indexes by word, text and id read no rows of the other kind. */
export const firstRecordId = 2 ** 40

/** SQL that is true for the ids of documents or chunks of a kind. */
export const isOfKind = (id: string, kind: DocumentKind): string => `${id} ${ranges[kind]} ${firstRecordId}`

/** How many rows share the totals of a kind: writers of several processes seldom wait for each other's. */
export const totalShards = 64

/** The first of the rows with the totals of a kind. */
export const firstShard: Readonly<Record<DocumentKind, number>> = { file: 0, record: totalShards }

/** SQL that is true for the rows with the totals of a kind. */
export const countsKind = (kind: DocumentKind): string => `shard ${ranges[kind]} ${firstShard.record}`

const ranges = { file: '<', record: '>=' } as const
