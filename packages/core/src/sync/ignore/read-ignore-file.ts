import { readSync } from 'node:fs'
import { withFileInRoot, type OpenFile } from '../../open-inside-root.js'
import { reasonOf } from '../../reason-of.js'

/** The lines of an ignore file, as far as they could be read. */
export interface IgnoreFile {
  readonly lines: readonly string[]
  /** Why not all of it could be read; undefined if it could. */
  readonly trouble: string | undefined
}

/** Larger files are no lists that people wrote. */
const mostBytes = 256 * 1024

const decoder = new TextDecoder('utf-8')

function readStart({ descriptor, stats }: OpenFile): Buffer {
  const bytes = Buffer.alloc(Math.min(Number(stats.size), mostBytes) + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = readSync(descriptor, bytes, length, bytes.length - length, null)
  }
  return bytes.subarray(0, length)
}

function readOpen(file: OpenFile): IgnoreFile {
  if (!file.stats.isFile()) return { lines: [], trouble: 'not a regular file' }
  const bytes = readStart(file)
  if (bytes.includes(0)) return { lines: [], trouble: 'not a text: it holds NUL bytes' }
  const text = decoder.decode(bytes)
  if (bytes.length <= mostBytes) {
    const isBroken = text.includes('\uFFFD')
    return { lines: text.split(/\r?\n/u), trouble: isBroken ? 'not valid UTF-8 everywhere' : undefined }
  }
  // The last line may go on.
  const lines = text.split(/\r?\n/u).slice(0, -1)
  return { lines, trouble: `only its first ${mostBytes / 1024} KB count` }
}

/** Reads an ignore file of a root, but not through a link, as git does not. */
export async function readIgnoreFile(root: string, path: string): Promise<IgnoreFile> {
  try {
    return await withFileInRoot(root, path, readOpen)
  } catch (error) {
    return { lines: [], trouble: `cannot be read: ${reasonOf(error)}` }
  }
}
