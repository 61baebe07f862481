import type { Session } from '../connection/session.js'
import { readEntries } from './entries.js'

/** A part of a version of a document. */
interface Versioned {
  readonly doc: string
  readonly version: string
}

/**
 * If a document has parts of several versions, as while it is written and after an interrupted write, removes all but those of the
 * valid version.
 */
export async function ofOneVersion<Part extends Versioned>(
  session: Session,
  parts: readonly Part[],
): Promise<readonly Part[]> {
  const versions = Map.groupBy(parts, ({ doc }) => doc)
  const mixed = [...versions].flatMap(([doc, [first, ...rest]]) =>
    rest.some(({ version }) => version !== first?.version) ? [doc] : [],
  )
  if (mixed.length === 0) return parts
  const entries = new Map(
    (await readEntries(session, mixed)).map(({ id, source }) => [id, source.current?.version]),
  )
  return parts.filter(({ doc, version }) => !mixed.includes(doc) || entries.get(doc) === version)
}
