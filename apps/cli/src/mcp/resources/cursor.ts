import type { DocumentAddress } from '@recallite/store'

/** A place in a list as a text that clients hand back. */
export function toCursor({ root, path }: DocumentAddress): string {
  return Buffer.from(JSON.stringify([root, path])).toString('base64url')
}

/** The place that a client handed back; undefined where it is none of ours. */
export function fromCursor(cursor: string): DocumentAddress | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(place)) return undefined
    const [root, path]: unknown[] = place
    return typeof root === 'string' && typeof path === 'string' ? { root, path } : undefined
  } catch {
    return undefined
  }
}
