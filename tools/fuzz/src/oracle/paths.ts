import type { SearchFilter } from '@recallite/store'
import { Refusal } from './refusal.ts'

const longest = 250
/** In `**` + `/`, where a name may stand in any folder. */
const starsOfAnywhere = 2

/** A typed path in its parts: what stands in front, the name, whether slashes stand behind. */
function partsOf(typed: string) {
  const path = typed.trim()
  const front = /^(?:\.?\/)*/u.exec(path)?.[0] ?? ''
  const name = path.slice(front.length).replace(/\/+$/u, '')
  return {
    name,
    isAnywhere: front === '' && !name.includes('/'),
    isFolder: path.length > front.length + name.length,
  }
}

/**
 * What is meant by a path as people type it, and how many stars are in the glob that says the same.
 * @throws Refusal
 */
export function readPath(text: string): { readonly filter: SearchFilter; readonly stars: number } {
  if (text.trim() === '' || text.length > longest) throw new Refusal('OPTION_INVALID')
  const hasSigns = /[*?[{]/u.test(text)
  const { name, isAnywhere, isFolder } = partsOf(hasSigns ? text : text.replaceAll('\\', '/'))
  if (name === '') return { filter: { kind: 'path', globs: ['**'] }, stars: 2 }
  const front = isAnywhere ? '**/' : ''
  if (hasSigns || isFolder) {
    const glob = front + name + (isFolder ? '/**' : '')
    return { filter: { kind: 'path', globs: [glob] }, stars: glob.split('*').length - 1 }
  }
  // A file, a file without its ending, or a folder.
  const wanted = front + name.replaceAll(/[{}[\],*?\\]/gu, '\\$&')
  const globs = [wanted, `${wanted}.*`, `${wanted}/**`]
  return { filter: { kind: 'path', globs }, stars: 3 + (isAnywhere ? starsOfAnywhere : 0) }
}
