import type { SearchFilter } from '@recallite/store'
import { Refusal } from './refusal.ts'

const maxLength = 250
/** The stars of `**` + `/`, which means any folder. */
const starsOfAnywhere = 2

/** The parts of a typed path: prefix, name, and whether there are trailing slashes. */
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

/** The filter of a typed path, and the number of stars in the equivalent glob. @throws Refusal */
export function readPath(text: string): { readonly filter: SearchFilter; readonly stars: number } {
  if (text.trim() === '' || text.length > maxLength) throw new Refusal('OPTION_INVALID')
  const hasSigns = /[*?[{]/u.test(text)
  const { name, isAnywhere, isFolder } = partsOf(hasSigns ? text : text.replaceAll('\\', '/'))
  if (name === '') return { filter: { kind: 'path', globs: ['**'] }, stars: 2 }
  const front = isAnywhere ? '**/' : ''
  if (hasSigns || isFolder) {
    const glob = front + name + (isFolder ? '/**' : '')
    return { filter: { kind: 'path', globs: [glob] }, stars: glob.split('*').length - 1 }
  }
  // A file, a file without its extension, or a folder.
  const escaped = front + name.replaceAll(/[{}[\],*?\\]/gu, '\\$&')
  const globs = [escaped, `${escaped}.*`, `${escaped}/**`]
  return { filter: { kind: 'path', globs }, stars: 3 + (isAnywhere ? starsOfAnywhere : 0) }
}
