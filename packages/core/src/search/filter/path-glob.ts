import { maximumGlobLength } from '@recallite/store'
import { MemoryError } from '../../errors.js'

const wildcard = /[*?[{]/u
/** The slashes in front, a dot for where one is among them; the name; the slashes behind. */
const parts = /^((?:\.?\/)*)(.*?)(\/*)$/su
/** A glob made of a path has it three times. */
const longestPath = Math.floor(maximumGlobLength / 4)

/** What in a name would be a sign inside braces. */
function escaped(name: string): string {
  return name.replaceAll(/[,}]/gu, '\\$&')
}

function assertSearchable(text: string): void {
  if (text.trim() === '') {
    throw new MemoryError('OPTION_INVALID', 'A path to search is empty. Name a file or a folder.')
  }
  if (text.length > longestPath) {
    throw new MemoryError('OPTION_INVALID', `The path ${text.slice(0, 40)}… is too long to search for.`)
  }
}

/**
 * The glob that is meant by a path as people type it. Without a slash inside it is a name in any folder, with one in
 * front it begins at the root. Without signs (`*`, `?`, `[`, `{`) it is also the name of a folder, meaning all that is in
 * it, and of a file without its ending, and may have backslashes for slashes. With a slash behind it is a folder.
 * @throws MemoryError `OPTION_INVALID`
 */
export function pathGlob(text: string): string {
  assertSearchable(text)
  const hasSigns = wildcard.test(text)
  const path = hasSigns ? text : text.replaceAll('\\', '/')
  const [, front, name = '', behind] = parts.exec(path.trim()) ?? []
  if (name === '') return '**'
  const place = front === '' && !name.includes('/') ? '**/' : ''
  if (behind !== '') return `${place}${name}/**`
  if (hasSigns) return `${place}${name}`
  const plain = escaped(name)
  return `${place}{${plain},${plain}.*,${plain}/**}`
}
