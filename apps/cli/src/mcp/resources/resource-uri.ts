import type { DocumentAddress } from '@recallite/store'

const scheme = 'recallite:'
const form = /^recallite:\/\/(?<root>[^/?#]+)\/(?<path>[^?#]+)$/u

/** Where a document is to be had as a resource: the same for as long as it stays where it is. */
export function resourceUri({ root, path }: DocumentAddress): string {
  const names = [root, ...path.split('/')].map((name) => encodeURIComponent(name))
  return `${scheme}//${names.join('/')}`
}

/** The document that a resource's address means; undefined where it means none. */
export function documentOf(uri: string): DocumentAddress | undefined {
  const { root, path } = form.exec(uri)?.groups ?? {}
  if (root === undefined || path === undefined) return undefined
  try {
    return { root: decodeURIComponent(root), path: decodeURIComponent(path) }
  } catch {
    return undefined
  }
}
