import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { fieldsOf, type DocumentAddress, type StoredDocument } from '@recallite/store'
import { read, type Session } from '../connection/session.js'
import { indexed, textKey } from '../keyword/index-words.js'

/** A version of the chunks of a document; the ids of its chunks and of their texts follow from it. */
export interface Version {
  readonly version: string
  /** For each chunk in order, the number of its inputs. */
  readonly inputs: readonly number[]
}

/** The entry of a document, which names the valid version of its chunks. */
export interface Entry {
  /** The document without `stamp` and `readAt`. */
  readonly json: string
  readonly checksum: number
  /** Empty while the document is being written, and if that was interrupted: the next sync writes it again. */
  readonly stamp: string
  readonly readAt: number
  /** Null: not written yet. */
  readonly current: Version | null
  /** Versions that a write adds or removes. */
  readonly others: readonly Version[]
  readonly isUnfinished: boolean
  /** Of the current version. */
  readonly chunkCount: number
}

/** CRC-32 of texts and bytes, each separated from the next. */
export function checksumOf(...contents: readonly (string | Uint8Array)[]): number {
  return contents.reduce((sum: number, content) => crc32('\0', crc32(content, sum)), 0)
}

/** The id of the entry of a document, and the routing of all its parts. */
export const entryId = ({ root, path }: DocumentAddress): string => textKey(root, path)

/** Reads the entries that exist, as they are now. */
export const readEntries = (session: Session, ids: readonly string[]) =>
  read<Entry>(
    session,
    'documents',
    ids.map((_id) => ({ _id })),
  )

export function newVersion(inputs: readonly number[]): Version {
  return { version: randomBytes(8).toString('hex'), inputs }
}

/** The parts of an entry that follow from the document. */
export function entryOf(document: StoredDocument) {
  const { stamp, readAt, isSecret, ...rest } = document
  const json = JSON.stringify(isSecret ? { ...rest, isSecret } : rest)
  return {
    ...filteredFields(document),
    json,
    checksum: checksumOf(json),
    stamp: stamp.toWellFormed(),
    readAt,
  }
}

export function documentOf({
  json,
  stamp,
  readAt,
}: Pick<Entry, 'json' | 'stamp' | 'readAt'>): StoredDocument {
  return { ...JSON.parse(json), stamp, readAt }
}

/** The fields of a document that filters test, which its chunks have too. */
export function filteredFields(document: StoredDocument) {
  const { root, path, date, language, metadata } = document
  const fields = fieldsOf(metadata).map(({ key, text, ...values }) => {
    return { ...values, key: indexed(key), text: indexed(text) }
  })
  const indexedLanguage = language === undefined ? undefined : indexed(language)
  const address = { doc: entryId(document), root: indexed(root), path: indexed(path) }
  return { ...address, date, language: indexedLanguage, fields }
}

/** The ids of the chunks of a version. */
export const chunkIds = (doc: string, { version, inputs }: Version): string[] =>
  inputs.map((_, at) => `${doc}-${version}-${at}`)

/** The ids of the texts of a version. */
export const textIds = (doc: string, version: Version): string[] =>
  chunkIds(doc, version).flatMap((id, at) =>
    Array.from({ length: version.inputs[at] ?? 0 }, (_, input) => `${id}-${input}`),
  )

/**
 * If a document has parts of several versions, as while it is written and after an interrupted write, removes all but those of the
 * valid version.
 */
export async function ofOneVersion<Part extends { readonly doc: string; readonly version: string }>(
  session: Session,
  parts: readonly Part[],
): Promise<readonly Part[]> {
  const byDocument = Map.groupBy(parts, ({ doc }) => doc)
  const mixed = [...byDocument].flatMap(([doc, [first, ...rest]]) =>
    rest.some(({ version }) => version !== first?.version) ? [doc] : [],
  )
  if (mixed.length === 0) return parts
  const entries = await readEntries(session, mixed)
  const versions = new Map(entries.map(({ _id, _source }) => [_id, _source.current?.version]))
  return parts.filter(({ doc, version }) => !mixed.includes(doc) || versions.get(doc) === version)
}
