import { readSync } from 'node:fs'
import type { Root, StoredDocument } from '@recallite/store'
import { withFileInRoot, type OpenFile } from '../../open-inside-root.js'
import type { ScannedFile } from '../../sync/scan-root.js'
import { readEntry } from './read-entry.js'
import { transcriptLines } from './transcript-lines.js'

/** How much of a transcript has to be new before it is worth reading again, where nobody says. */
export const growthDefaults = { deltaBytes: 100_000, deltaMessages: 50 } as const

/** How much of a transcript has to be new before it is worth reading again. */
export interface GrowthLimits {
  /** Default `growthDefaults.deltaBytes`. */
  readonly deltaBytes?: number | undefined
  /** Messages of user and assistant; default `growthDefaults.deltaMessages`. */
  readonly deltaMessages?: number | undefined
}

/** A transcript that the index has, and its file as it is now. */
export interface GrownTranscript {
  readonly root: Pick<Root, 'path'>
  readonly document: Pick<StoredDocument, 'metadata' | 'stamp'>
  readonly file: ScannedFile
}

const newline = 0x0a

/** The last mark of a stamp tells a file from another that took its place. */
function inodeOf(stamp: string): string | undefined {
  return stamp.split(':').at(-1)
}

/** Whether what was read before ended with a line here: else the file was written anew. */
function endsLine(descriptor: number, offset: number): boolean {
  if (offset === 0) return true
  const bytes = Buffer.alloc(2)
  const read = readSync(descriptor, bytes, 0, 2, offset - 1)
  // A last line without its end is taken if it is whole; its end comes with the next line.
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

/**
 * Whether a transcript that grows while it is watched has enough that is new, or is another than it was (shorter, or
 * written anew). Only bytes behind those that were indexed are read, and as few as tell it. What cannot be told here,
 * reading tells: then it is worth it.
 */
export async function isWorthReading(
  { root, document, file }: GrownTranscript,
  { deltaBytes = growthDefaults.deltaBytes, deltaMessages = growthDefaults.deltaMessages }: GrowthLimits = {},
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
