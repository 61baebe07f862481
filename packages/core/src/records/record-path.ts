import type { MemoryRecord } from '@recallite/store/records'

/** The prefix of a record's path, like the root of a document. */
export const recordRoot = 'record'

/** The path of a record in results and for `get`: `record:<collection>/<id>`. */
export function recordPath({ collection, id }: Pick<MemoryRecord, 'collection' | 'id'>): string {
  return `${recordRoot}:${encode(collection)}/${encode(id)}`
}

/** A path with the name of its root, for `get`; a record's path includes it. */
export function wholePath({ root, path }: { readonly root: string; readonly path: string }): string {
  return root === recordRoot && path.startsWith(`${recordRoot}:`) ? path : `${root}:${path}`
}

/** The record id in a path; undefined if it is not a record's path. */
export function recordIdOf(path: string): string | undefined {
  const [, id] = /^record:[^/]+\/([^/]+)$/u.exec(path) ?? []
  try {
    return id === undefined ? undefined : decodeURIComponent(id)
  } catch {
    return undefined
  }
}

function encode(name: string): string {
  return name.replaceAll(/[%/:\s]/gu, (sign) => encodeURIComponent(sign))
}
