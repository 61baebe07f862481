import type { Session } from '../connection/session.js'
import { readEntries } from './entries.js'

/** A part of a version of a document. */
interface Versioned {
  readonly doc: string
  readonly version: string
}

/**
 * Removes the parts of other versions than the valid one, if a document has parts of several versions: while it is being written, and
 * after an interrupted write.
 */
export async function ofOneVersion<Part extends Versioned>(
  session: Session,
  parts: readonly Part[],
): Promise<readonly Part[]> {
  const versions = new Map<string, Set<string>>()
  for (const { doc, version } of parts) versions.set(doc, (versions.get(doc) ?? new Set()).add(version))
  const mixed = [...versions].flatMap(([doc, { size }]) => (size > 1 ? [doc] : []))
  if (mixed.length === 0) return parts
  const entries = new Map(
    (await readEntries(session, mixed)).map(({ _id, _source }) => [_id, _source.current?.version]),
  )
  return parts.filter(({ doc, version }) => !mixed.includes(doc) || entries.get(doc) === version)
}
