import { hash } from 'node:crypto'

/** Names a text among all texts: the first 16 bytes of its SHA-256. */
export function hashText(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16)
}
