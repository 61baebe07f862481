import type { NewDocument, Root, StoredDocument } from '@recallite/store'
import { readSourceFile } from '../readers/read-document.js'
import type { ReaderName, SourceDocument } from '../readers/source-document.js'
import { modifiedAt, sizeOf, type Chunking } from './fingerprint.js'

/** How files of a root are prepared; plain data, so that it can be sent to another thread. */
export interface PrepareOptions {
  readonly root: Pick<Root, 'name' | 'path'>
  readonly chunking: Chunking
  /** Changed files of more bytes are not cut. */
  readonly largestFile: number
}

/** A file to read and, if it has changed, to cut. */
export interface FileToPrepare {
  /** Relative to its root. */
  readonly path: string
  readonly reader: ReaderName
  /** How it would be indexed now. */
  readonly fingerprint: string
  /** In milliseconds since the epoch, before the file is read. */
  readonly readAt: number
  /** What the index has of it. */
  readonly known?: Pick<StoredDocument, 'contentHash' | 'fingerprint'> | undefined
}

/** What a store has to be told of a file. */
export type PreparedFile =
  | { readonly kind: 'cut'; readonly document: NewDocument; readonly length: number }
  /** The index has this text already. */
  | { readonly kind: 'same'; readonly stamp: string }
  | { readonly kind: 'too-large' }
  /** There is no text; `isGone` if that is certain. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly isGone: boolean }

/** When `prepareSome` leaves the remaining files for later. */
export interface PrepareLimits {
  /** In milliseconds. */
  readonly time?: number | undefined
}

/** Texts of this many characters are kept back until they are written, from each thread and each of its answers. */
const mostLength = 1_000_000

/**
 * Prepares the first files of some, one at least. It ends early after many characters of text, so that what waits to be written
 * stays small, or when its time is over.
 */
export async function prepareSome(
  files: readonly FileToPrepare[],
  options: PrepareOptions,
  { time = Infinity }: PrepareLimits,
): Promise<PreparedFile[]> {
  const start = performance.now()
  const prepared: PreparedFile[] = []
  let length = 0
  for (const file of files) {
    const result = await prepareFile(file, options)
    prepared.push(result)
    if (result.kind === 'cut') length += result.length
    if (length > mostLength || performance.now() - start > time) break
  }
  return prepared
}

/** Reads a file, and cuts it if its text or fingerprint is not what the index has. Uses no store, so that any thread can do it. */
async function prepareFile(file: FileToPrepare, options: PrepareOptions): Promise<PreparedFile> {
  const { known, fingerprint } = file
  const source = await readSourceFile(options.root.path, file)
  if (!('text' in source)) {
    const { reason, isGone } = source
    return { kind: 'unreadable', reason, isGone }
  }
  const { stamp, contentHash, text } = source
  if (known?.contentHash === contentHash && known.fingerprint === fingerprint) return { kind: 'same', stamp }
  if (sizeOf(stamp) > options.largestFile) return { kind: 'too-large' }
  return { kind: 'cut', document: await cut(source, file, options), length: text.length }
}

async function cut(
  source: SourceDocument,
  { path, readAt, fingerprint }: FileToPrepare,
  { root, chunking }: PrepareOptions,
): Promise<NewDocument> {
  const { stamp, contentHash } = source
  // The Markdown parser takes longer to load than most searches take: only a changed file needs it.
  const { cutDocument, documentDate } = await import('./cut-document.js')
  const { chunks, ...about } = await cutDocument({ ...source, root: root.name, path }, chunking)
  const { metadata } = about
  const date = source.facts?.date ?? documentDate({ path, metadata, modifiedAt: modifiedAt(stamp) })
  const mark = { root: root.name, path, stamp, readAt }
  return { document: { ...mark, ...about, date, contentHash, fingerprint }, chunks }
}
