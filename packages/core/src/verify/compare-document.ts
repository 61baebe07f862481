import { isDeepStrictEqual } from 'node:util'
import type { NewChunk, StoredChunk, StoredDocument } from '@recallite/store'
import type { CutDocument } from '../sync/cut-document.js'

/** What a store has of a document. */
export interface KeptDocument {
  readonly document: Pick<StoredDocument, 'title' | 'metadata' | 'language' | 'isSecret'>
  /** Those of the expected chunks that are there, in any order. */
  readonly chunks: readonly StoredChunk[]
}

/** What its file gives now. */
export interface CutAnew extends Pick<CutDocument, 'title' | 'metadata' | 'language' | 'chunks'> {
  readonly isSecret: boolean
}

const spanKeys = ['startLine', 'endLine', 'startColumn', 'endColumn'] as const

function chunkFault(expected: NewChunk, kept: StoredChunk | undefined, title: string): string | undefined {
  if (!kept) return 'is missing'
  if (kept.text !== expected.text) return 'has another text'
  if (spanKeys.some((key) => kept[key] !== expected[key])) return 'stands at other lines'
  if (kept.title !== title || !isDeepStrictEqual(kept.heading, expected.heading)) return 'has other headings'
  return undefined
}

function ownFault({ document }: KeptDocument, cut: CutAnew): string | undefined {
  if (document.title !== cut.title) return 'its title is another'
  // As JSON has it, for that is how it is kept.
  const metadata: unknown = JSON.parse(JSON.stringify(cut.metadata))
  if (!isDeepStrictEqual(document.metadata, metadata)) return 'its front matter is another'
  if (document.language !== cut.language) return 'its language is another'
  return (document.isSecret ?? false) === cut.isSecret ? undefined : 'whether it is secret is otherwise'
}

/** What of a document is not as its file gives it, as part of a sentence; undefined where all is. Pure. */
export function compareDocument(kept: KeptDocument, cut: CutAnew): string | undefined {
  const byId = new Map(kept.chunks.map((chunk) => [chunk.id, chunk]))
  for (const expected of cut.chunks) {
    const fault = chunkFault(expected, byId.get(expected.id), cut.title)
    if (fault !== undefined) return `the chunk of line ${expected.startLine} ${fault}`
  }
  return ownFault(kept, cut)
}
