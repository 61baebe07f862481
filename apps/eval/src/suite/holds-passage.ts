import { singleSpaces } from './single-spaces.js'
import type { Passage } from './suite.js'

/** A chunk of a document. */
export interface DocumentChunk {
  readonly document: string
  /** From 1. */
  readonly startLine: number
  /** The last one that belongs to it. */
  readonly endLine: number
  readonly text: string
}

function holds({ document, startLine, endLine, text }: DocumentChunk, passage: Passage): boolean {
  if (document !== passage.document) return false
  const [first, last] = passage.lines ?? [startLine, endLine]
  if (startLine > last || endLine < first) return false
  return passage.contains === undefined || singleSpaces(text).includes(singleSpaces(passage.contains))
}

/**
 * Whether a chunk holds one of the passages: it is of the same document, shares a line with the passage's lines, and
 * its text includes the passage's, whatever the white space between words.
 */
export function holdsPassage(passages: readonly Passage[], chunk: DocumentChunk): boolean {
  return passages.some((passage) => holds(chunk, passage))
}
