import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MemoryError } from './errors.js'
import { withFileInRoot, type OpenFile } from './open-inside-root.js'
import { reasonOf } from './reason-of.js'
import { sizeReason } from './sync/scan-root.js'
import { stampOf } from './sync/stamp.js'

/** A source file, read. */
export interface Source {
  readonly text: string
  readonly contentHash: string
  readonly stamp: string
}

/** A source file that gives no text, and why. */
export interface UnreadableSource {
  readonly reason: string
  /** Whether it can be told that its old text is gone: not so where the file could not be read at all. */
  readonly isGone: boolean
  /** Whether the path led out of its root. */
  readonly isOutside?: boolean
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Buffer): string | UnreadableSource {
  if (bytes.includes(0)) return { reason: 'binary: it holds NUL bytes', isGone: true }
  try {
    return decoder.decode(bytes)
  } catch {
    return { reason: 'not valid UTF-8', isGone: true }
  }
}

function readOpen({ descriptor, stats }: OpenFile): Source | UnreadableSource {
  if (!stats.isFile()) return { reason: 'not a regular file', isGone: true }
  const tooLarge = sizeReason(stats.size)
  if (tooLarge !== undefined) return { reason: tooLarge, isGone: true }
  const bytes = readFileSync(descriptor)
  const text = decode(bytes)
  if (typeof text !== 'string') return text
  return { text, contentHash: hash('sha256', bytes), stamp: stampOf(stats) }
}

/** Reads a file of a root as text; what cannot be read comes back with its reason. */
export function readSource(root: string, path: string): Source | UnreadableSource {
  try {
    return withFileInRoot(root, path, readOpen)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isOutside = MemoryError.isInstance(error) || code === 'ELOOP'
    return { reason: reasonOf(error), isGone: isOutside || code === 'ENOENT', isOutside }
  }
}
