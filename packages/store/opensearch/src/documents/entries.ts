import { randomBytes } from 'node:crypto'
import { fieldsOf, type DocumentAddress, type StoredDocument } from '@recallite/store'
import { read, type Current, type Session } from '../connection/session.js'
import { indexed, textKey } from '../keyword/index-words.js'
import { checksumOf } from './checksum.js'

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

/** The id of the entry of a document, and the routing of all its parts. */
export const entryId = ({ root, path }: DocumentAddress): string => textKey(root, path)

/** Reads the entries that exist, as they are now. */
export const readEntries = (session: Session, ids: readonly string[]): Promise<Current<Entry>[]> =>
  read<Entry>(
    session,
    'documents',
    ids.map((_id) => ({ _id })),
  )

export const newVersion = (inputs: readonly number[]): Version => ({
  version: randomBytes(8).toString('hex'),
  inputs,
})

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
  const fields = fieldsOf(metadata).map(({ key, text, ...field }) => ({
    ...field,
    key: indexed(key),
    text: indexed(text),
  }))
  const spoken = language === undefined ? undefined : indexed(language)
  return { doc: entryId(document), root: indexed(root), path: indexed(path), date, language: spoken, fields }
}

/** The ids of the chunks of a version. */
export const chunkIds = (doc: string, { version, inputs }: Version): string[] =>
  inputs.map((_, at) => `${doc}-${version}-${at}`)

/** The ids of the texts of a version. */
export const textIds = (doc: string, version: Version): string[] =>
  chunkIds(doc, version).flatMap((id, at) =>
    Array.from({ length: version.inputs[at] ?? 0 }, (_, input) => `${id}-${input}`),
  )
