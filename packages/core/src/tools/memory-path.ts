import type { DocumentAddress, Root } from '@recallite/store'

/** A document's path as `memory_get` takes it: plain where only one can be meant, else with the name of its root. */
export function memoryPath({ root, path }: DocumentAddress, roots: readonly Pick<Root, 'name'>[]): string {
  const isPlain = roots.length === 1 && !path.startsWith(`${root}:`)
  return isPlain ? path : `${root}:${path}`
}
