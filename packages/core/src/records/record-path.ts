import type { MemoryRecord } from '@recallite/store/records'

/** What the path of a record begins with, as that of a document with its root does. */
export const recordRoot = 'record'

/** The path of a record, as a search gives it and `get` takes it: `record:<collection>/<id>`. */
export function recordPath({ collection, id }: Pick<MemoryRecord, 'collection' | 'id'>): string {
  return `${recordRoot}:${encode(collection)}/${encode(id)}`
}

/** A path with its root's name before it, as `get` takes it; that of a record has it already. */
export function wholePath({ root, path }: { readonly root: string; readonly path: string }): string {
  return root === recordRoot && path.startsWith(`${recordRoot}:`) ? path : `${root}:${path}`
}

/** The id of the record that a path names; undefined if it names no record. */
export function recordIdOf(path: string): string | undefined {
  const [, id] = /^record:[^/]+\/([^/]+)$/u.exec(path) ?? []
  try {
    return id === undefined ? undefined : decodeURIComponent(id)
  } catch {
    return undefined
  }
}

/** Slashes and colons mean something in a path. */
function encode(name: string): string {
  return name.replaceAll(/[%/:\s]/gu, (sign) => encodeURIComponent(sign))
}
