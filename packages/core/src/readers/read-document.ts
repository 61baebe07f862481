import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Root } from '@recallite/store'
import { MemoryError, reasonOf } from '../errors.js'
import { stampOf } from '../indexer/fingerprint.js'
import { type OpenFile, withFileInRoot } from '../system-paths.js'
import { decodeText } from './decode-text.js'
import { hasDocumentReader, missingReader } from './document-files.js'
import {
  lengthReason,
  type ReaderName,
  readerOf,
  readFormat,
  sizeReason,
  type SourceDocument,
  type UnreadableSource,
} from './source-document.js'

interface SourceFile {
  /** Relative to its root. */
  readonly path: string
  readonly reader: ReaderName
  readonly signal?: AbortSignal | undefined
}

/** As `readSourceFile`, for a path in a root. */
export function readDocument(root: Pick<Root, 'path' | 'kind'>, path: string) {
  return readSourceFile(root.path, { path, reader: readerOf(root, path) })
}

/** Reads the text of a file in a folder. All line numbers refer to it. Resolves to a reason if the file cannot be read; rejects with the signal's reason. */
export async function readSourceFile(folder: string, file: SourceFile) {
  try {
    return await withFileInRoot(folder, file.path, (open) => readOpen(open, file))
  } catch (error) {
    file.signal?.throwIfAborted()
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isOutside = MemoryError.isInstance(error) || code === 'ELOOP'
    return { reason: reasonOf(error), isGone: isOutside || code === 'ENOENT', isOutside }
  }
}

async function readOpen(file: OpenFile, source: SourceFile): Promise<SourceDocument | UnreadableSource> {
  const { stats } = file
  const { path, reader } = source
  if (!stats.isFile()) return { reason: 'not a regular file', isGone: true }
  const tooLarge = sizeReason(stats.size, reader)
  if (tooLarge !== undefined) return { reason: tooLarge, isGone: true }
  const read = await (reader === 'session' ? readTranscript(file, path) : readWhole(file, source))
  if ('reason' in read) return read
  const tooLong = read.facts && lengthReason(Buffer.byteLength(read.text))
  if (tooLong !== undefined) return { reason: tooLong, isGone: true }
  return { ...read, format: readFormat(reader, path), stamp: stampOf(stats) }
}

type Contents = Pick<SourceDocument, 'text' | 'turns' | 'facts' | 'contentHash'> | UnreadableSource

async function readTranscript(file: OpenFile, path: string): Promise<Contents> {
  const { readSession } = await import('./read-session.js')
  const session = await readSession(file, /\.json$/iu.test(path))
  if ('reason' in session) return session
  const { contentHash, text, turns, ...facts } = session
  return { text, turns, facts, contentHash }
}

async function readOffice(bytes: Uint8Array, { path, signal }: SourceFile): Promise<Contents> {
  if (!hasDocumentReader()) return { reason: missingReader, isGone: true }
  const { documentKindOf, readDocumentFile } = await import('@recallite/readers-documents')
  const kind = documentKindOf(path)
  const read = kind ? await readDocumentFile(bytes, { kind, signal }) : { reason: missingReader }
  if ('reason' in read) return { ...read, isGone: true }
  const contentHash = hash('sha256', bytes)
  const { text, title } = read
  if (read.format === 'markdown') return { text, facts: { title, metadata: {} }, contentHash }
  const { readHtml } = await import('./read-html.js')
  const page = await readHtml(text, { isXml: false })
  return { text: page.text, facts: { title: page.title, metadata: {} }, contentHash }
}

async function readWhole({ descriptor }: OpenFile, file: SourceFile): Promise<Contents> {
  const { path, reader } = file
  const bytes = readFileSync(descriptor)
  if (reader === 'document') return readOffice(bytes, file)
  const decoded = await decodeText(bytes, { path, hasMarkup: reader === 'html' })
  if ('reason' in decoded) return { ...decoded, isGone: true }
  const contentHash = hash('sha256', bytes)
  if (reader === 'text') return { text: decoded.text, contentHash }
  const { readHtml } = await import('./read-html.js')
  const { text, ...facts } = await readHtml(decoded.text, { isXml: /\.xhtml$/iu.test(path) })
  return { text, facts, contentHash }
}
