import { readSync } from 'node:fs'
import type { Root, StoredDocument } from '@recallite/store'
import { type OpenFile, withFileInRoot } from '../inside-root.js'
import { readEntry, transcriptLines } from './transcript-entries.js'

/** How much of a transcript has to be new before it is read again. */
export interface GrowthLimits {
  /** Default 100,000. */
  readonly deltaBytes?: number | undefined
  /** Messages of user and assistant; default 50. */
  readonly deltaMessages?: number | undefined
}

interface GrownTranscript {
  readonly root: Pick<Root, 'path'>
  readonly document: Pick<StoredDocument, 'metadata' | 'stamp'>
  readonly file: { readonly path: string; readonly stamp: string }
}

const newline = 0x0a

/**
 * Whether a watched transcript has grown by at least one of the limits, or is not the file that was indexed (shorter, or
 * written anew). Reads only bytes behind the indexed ones, and no more than are needed. True where this cannot be determined.
 */
export async function hasGrownEnough(
  { root, document, file }: GrownTranscript,
  { deltaBytes = 100_000, deltaMessages = 50 }: GrowthLimits = {},
): Promise<boolean> {
  const indexed = document.metadata.bytes
  if (typeof indexed !== 'number' || inodeOf(document.stamp) !== inodeOf(file.stamp)) return true
  try {
    return await withFileInRoot(root.path, file.path, async (open) => {
      const grown = Number(open.stats.size) - indexed
      if (grown < 0 || grown >= deltaBytes || !open.stats.isFile()) return true
      if (!endsLine(open.descriptor, indexed)) return true
      return (await countMessages(open, indexed, deltaMessages)) >= deltaMessages
    })
  } catch {
    return true
  }
}

/** The last field of a stamp: another file at the same path has another one. */
function inodeOf(stamp: string): string | undefined {
  return stamp.split(':').at(-1)
}

/** Whether the indexed part ends with a line: otherwise the file was written anew. */
function endsLine(descriptor: number, offset: number): boolean {
  if (offset === 0) return true
  const bytes = Buffer.alloc(2)
  const read = readSync(descriptor, bytes, 0, 2, offset - 1)
  // A complete last line is indexed even without its line end, which then comes before the next line.
  return read > 0 && (bytes[0] === newline || read === 1 || bytes[1] === newline || bytes[1] === 0x0d)
}

async function countMessages({ descriptor, stats }: OpenFile, from: number, most: number): Promise<number> {
  let messages = 0
  for await (const { text } of transcriptLines({ descriptor, from, to: Number(stats.size) })) {
    if (text !== undefined && readEntry(text)?.message) messages += 1
    if (messages >= most) break
  }
  return messages
}
