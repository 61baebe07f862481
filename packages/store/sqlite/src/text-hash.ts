import { createHash } from 'node:crypto'

/** Names a text among all texts: the first 16 bytes of its SHA-256. */
export function hashText(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest().subarray(0, 16)
}
