import { randomBytes } from 'node:crypto'
import { fieldsOf, type DocumentAddress, type StoredDocument } from '@recallite/store'
import { read, type Current, type Session } from '../connection/session.js'
import { indexed, textKey } from '../keyword/index-words.js'
import { checksumOf } from './checksum.js'

/** A version of a document's chunks: the ids of its chunks and of their texts follow from it. */
export interface Version {
  readonly version: string
  /** For each chunk in order, the number of its inputs. */
  readonly inputs: readonly number[]
}

/** The entry of a document, which states the version of its chunks that is valid. */
export interface Entry {
  /** The document without `stamp` and `readAt`. */
  readonly json: string
  readonly checksum: number
  /** Empty while the document is being written, and if that was interrupted: the next sync writes it again. */
  readonly stamp: string
  readonly readAt: number
  /** The raw language; the index of languages has a shortened one. */
  readonly spoken: string | null
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
    session.index('documents'),
    ids.map((_id) => ({ _id })),
  )

export const newVersion = (inputs: readonly number[]): Version => ({
  version: randomBytes(8).toString('hex'),
  inputs,
})

/** The parts of an entry that follow from the document. */
export function entryOf(
  document: StoredDocument,
): Omit<Entry, 'current' | 'others' | 'isUnfinished' | 'chunkCount'> {
  const { stamp, readAt, isSecret, ...rest } = document
  const json = JSON.stringify(isSecret ? { ...rest, isSecret } : rest)
  return { json, checksum: checksumOf(json), stamp, readAt, spoken: document.language ?? null }
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
  return {
    doc: entryId(document),
    root: indexed(root),
    path: indexed(path),
    date,
    language: language === undefined ? undefined : indexed(language),
    fields: fieldsOf(metadata).map(({ key, text, ...field }) => ({
      ...field,
      key: indexed(key),
      text: indexed(text),
    })),
  }
}

/** The ids of the chunks of a version. */
export const chunkIds = (doc: string, { version, inputs }: Version): string[] =>
  inputs.map((_, at) => chunkId(doc, version, at))

/** The ids of the texts of a version. */
export const textIds = (doc: string, { version, inputs }: Version): string[] =>
  inputs.flatMap((count, at) =>
    Array.from({ length: count }, (_, input) => textId(chunkId(doc, version, at), input)),
  )

export const chunkId = (doc: string, version: string, at: number): string => `${doc}-${version}-${at}`

export const textId = (chunk: string, input: number): string => `${chunk}-${input}`
