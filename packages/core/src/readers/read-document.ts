import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Root } from '@recallite/store'
import { MemoryError } from '../errors.js'
import { withFileInRoot, type OpenFile } from '../open-inside-root.js'
import { reasonOf } from '../reason-of.js'
import { stampOf } from '../sync/stamp.js'
import { decodeText } from './decode-text.js'
import { readFormat, readerOf, type ReaderName } from './reader-of.js'
import { lengthReason, sizeReason } from './size-limits.js'
import type { ReadText, SourceDocument, UnreadableSource } from './source-document.js'

interface Readable {
  readonly path: string
  readonly reader: ReaderName
}

interface Contents {
  readonly read: string | ReadText
  readonly contentHash: string
}

function decode(bytes: Buffer): string | UnreadableSource {
  if (bytes.includes(0)) return { reason: 'binary: it holds NUL bytes', isGone: true }
  return decodeText(bytes) ?? { reason: 'not valid UTF-8', isGone: true }
}

async function readWhole(
  { descriptor }: OpenFile,
  { path, reader }: Readable,
): Promise<Contents | UnreadableSource> {
  const bytes = readFileSync(descriptor)
  const source = decode(bytes)
  if (typeof source !== 'string') return source
  const contentHash = hash('sha256', bytes)
  if (reader === 'text') return { read: source, contentHash }
  // Its parser is loaded for those who have web pages alone.
  const { readHtml } = await import('./html/read-html.js')
  return { read: await readHtml(source, { isXml: /\.xhtml$/iu.test(path) }), contentHash }
}

async function readPieces(file: OpenFile): Promise<Contents | UnreadableSource> {
  const { readSession } = await import('./sessions/read-session.js')
  const session = await readSession(file)
  if ('reason' in session) return session
  const { contentHash, ...read } = session
  return { read, contentHash }
}

async function readOpen(file: OpenFile, readable: Readable): Promise<SourceDocument | UnreadableSource> {
  const { stats } = file
  const { path, reader } = readable
  if (!stats.isFile()) return { reason: 'not a regular file', isGone: true }
  const tooLarge = sizeReason(stats.size, reader)
  if (tooLarge !== undefined) return { reason: tooLarge, isGone: true }
  const contents = await (reader === 'session' ? readPieces(file) : readWhole(file, readable))
  if ('reason' in contents) return contents
  const { read, contentHash } = contents
  const about = { format: readFormat(reader, path), contentHash, stamp: stampOf(stats) }
  if (typeof read === 'string') return { text: read, ...about }
  const { text, ...facts } = read
  const tooLong = lengthReason(Buffer.byteLength(text))
  return tooLong === undefined ? { text, facts, ...about } : { reason: tooLong, isGone: true }
}

/**
 * Reads a document of a root: its text as it is cut, searched and shown, so that the lines of a chunk are the lines of a
 * passage. What cannot be read comes back with its reason.
 */
export async function readDocument(
  root: Pick<Root, 'path' | 'kind'>,
  path: string,
): Promise<SourceDocument | UnreadableSource> {
  const reader = readerOf(root, path)
  try {
    return await withFileInRoot(root.path, path, (file) => readOpen(file, { path, reader }))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isOutside = MemoryError.isInstance(error) || code === 'ELOOP'
    return { reason: reasonOf(error), isGone: isOutside || code === 'ENOENT', isOutside }
  }
}
