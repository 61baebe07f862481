import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { DocumentAddress, Item, NewChunk, Store, StoredDocument, StoreStatus } from '@recallite/store'
import type { CutDocument } from '../indexer/cut-document.js'
import { type Chunking, defaultChunking, fingerprintOf } from '../indexer/fingerprint.js'
import { rootTrouble } from '../system-paths.js'
import { readDocument } from '../readers/read-document.js'
import { readerOf } from '../readers/source-document.js'

/** A document that the store has differently than its file. */
export interface DamagedDocument extends DocumentAddress {
  /** What is wrong, as part of a sentence. */
  readonly reason: string
}

/** The result of comparing documents with their files. */
export interface DocumentsVerdict {
  /** Documents that could be compared. */
  readonly compared: number
  /** Documents whose file has changed or is gone, or that were cut by other settings: the next sync reads them. */
  readonly outdated: number
  readonly damaged: readonly DamagedDocument[]
}

/** How to compare documents with their files. */
export interface VerifyDocumentsOptions {
  /** The memory's chunk size; default 400 and 80 tokens. */
  readonly chunking?: Partial<Chunking> | undefined
  readonly signal?: AbortSignal | undefined
}

interface Comparison {
  readonly store: Store
  readonly root: StoreStatus['roots'][number]
  readonly chunking: Chunking
  readonly signal: AbortSignal | undefined
}

/** A document in the store, with those of its expected chunks that are there. */
interface KeptDocument {
  readonly document: Pick<StoredDocument, 'title' | 'metadata' | 'language' | 'isSecret'>
  readonly items: readonly Item[]
}

const spanKeys = ['startLine', 'endLine', 'startColumn', 'endColumn'] as const

/**
 * Compares what a store has of its documents with their files. Files with the indexed bytes and settings are cut again, and
 * must give the same texts, lines, headings and front matter. Reads only.
 * @throws StoreError; the signal's reason
 */
export async function verifyDocuments(
  store: Store,
  { chunking, signal }: VerifyDocumentsOptions = {},
): Promise<DocumentsVerdict> {
  const { roots } = await store.status()
  const verdicts: DocumentsVerdict[] = []
  for (const root of roots) {
    const comparison = { store, root, chunking: { ...defaultChunking, ...chunking }, signal }
    verdicts.push(await verifyRoot(comparison))
  }
  return {
    compared: verdicts.reduce((sum, { compared }) => sum + compared, 0),
    outdated: verdicts.reduce((sum, { outdated }) => sum + outdated, 0),
    damaged: verdicts.flatMap(({ damaged }) => damaged),
  }
}

async function verifyRoot(comparison: Comparison): Promise<DocumentsVerdict> {
  const { store, root, signal } = comparison
  const documents = await store.listDocuments(root.name)
  if (rootTrouble(root) !== undefined) {
    return { compared: 0, outdated: documents.length, damaged: [] }
  }
  const damaged: DamagedDocument[] = []
  let [compared, chunks] = [0, 0]
  for (const document of documents) {
    await setImmediate()
    signal?.throwIfAborted()
    const outcome = await compareWithFile(comparison, document)
    if (!outcome) continue
    compared += 1
    chunks += outcome.chunks
    const { fault: reason } = outcome
    if (reason !== undefined) damaged.push({ root: root.name, path: document.path, reason })
  }
  const outdated = documents.length - compared
  const more = root.chunks - chunks
  if (outdated > 0 || more <= 0) return { compared, outdated, damaged }
  const reason = `${more} chunks of its root are of no file`
  return { compared, outdated, damaged: documents.map(({ path }) => ({ root: root.name, path, reason })) }
}

/** Undefined if the document is outdated. */
async function compareWithFile({ store, root, chunking }: Comparison, document: StoredDocument) {
  const { path } = document
  const source = await readDocument(root, path)
  const isSame =
    'text' in source &&
    source.contentHash === document.contentHash &&
    document.fingerprint === fingerprintOf(chunking, readerOf(root, path), root)
  if (!isSame) return undefined
  // Programs that only search load this file as well, and should not load a Markdown parser.
  const { cutDocument } = await import('../indexer/cut-document.js')
  const cut = await cutDocument({ root: root.name, path, ...source }, chunking)
  const { items } = await store.readItems(cut.chunks.map(({ id }) => id))
  return { chunks: cut.chunks.length, fault: compareDocument({ document, items }, cut) }
}

/** How a document differs from what its file gives, as part of a sentence; undefined if it does not. */
function compareDocument(kept: KeptDocument, cut: CutDocument): string | undefined {
  const byId = new Map(kept.items.map((item) => [item.id, item]))
  for (const expected of cut.chunks) {
    const fault = chunkFault(expected, byId.get(expected.id), cut.title)
    if (fault !== undefined) return `the chunk of line ${expected.startLine} ${fault}`
  }
  const { title, metadata, language, isSecret = false } = kept.document
  // Stores keep metadata as JSON.
  const metadataKept: unknown = JSON.parse(JSON.stringify(cut.metadata))
  const expected = [cut.title, metadataKept, cut.language, cut.isSecret]
  const isSame = isDeepStrictEqual([title, metadata, language, isSecret], expected)
  return isSame ? undefined : 'its title, front matter or language is another, or whether it is secret'
}

function chunkFault(expected: NewChunk, kept: Item | undefined, title: string): string | undefined {
  if (!kept) return 'is missing'
  if (kept.text !== expected.text) return 'has another text'
  if (spanKeys.some((key) => kept.locator[key] !== expected[key])) return 'stands at other lines'
  const { attributes } = kept
  const isSame = attributes.title === title && isDeepStrictEqual(attributes.heading, expected.heading)
  return isSame ? undefined : 'has other headings'
}
