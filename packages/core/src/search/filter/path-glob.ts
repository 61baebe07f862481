import { maximumGlobLength } from '@recallite/store'
import { invalidOption } from '../../errors.js'

const wildcard = /[*?[{]/u
/** The slashes in front, with `./` counted as one; the name; the slashes behind. */
const parts = /^((?:\.?\/)*)(.*?)(\/*)$/su
/** The glob repeats the path three times. */
const longestPath = Math.floor(maximumGlobLength / 4)

/**
 * The glob that is meant by a path as people type it. Without a slash inside, it is a name in any folder; with one in front,
 * it begins at the root; with one behind, it is a folder. Without wildcards (`*`, `?`, `[`, `{`) it is also the name of a
 * folder, meaning everything inside, and of a file without its extension, and may have backslashes for slashes.
 * @throws MemoryError `OPTION_INVALID`
 */
export function pathGlob(text: string): string {
  assertSearchable(text)
  const hasWildcards = wildcard.test(text)
  const path = hasWildcards ? text : text.replaceAll('\\', '/')
  const [, front, name = '', behind] = parts.exec(path.trim()) ?? []
  if (name === '') return '**'
  const folder = front === '' && !name.includes('/') ? '**/' : ''
  if (behind !== '') return `${folder}${name}/**`
  if (hasWildcards) return `${folder}${name}`
  const plain = name.replaceAll(/[,}]/gu, '\\$&')
  return `${folder}{${plain},${plain}.*,${plain}/**}`
}

function assertSearchable(text: string): void {
  if (text.trim() === '') {
    throw invalidOption('A path to search is empty. Name a file or a folder.')
  }
  if (text.length > longestPath) {
    throw invalidOption(`The path ${text.slice(0, 40)}… is too long to search for.`)
  }
}
