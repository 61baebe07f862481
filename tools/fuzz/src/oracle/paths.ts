import { createPathMatcher } from '@recallite/store'
import { Refusal } from './refusal.ts'

/** What is meant by a path as people type it. */
export interface PathTest {
  readonly passes: (path: string) => boolean
  /** How many there are in the glob that says the same. */
  readonly stars: number
}

const longest = 250
/** In `**` + `/`, where a name may stand in any folder. */
const starsOfAnywhere = 2

/** A file, a file without its ending, or a folder; the tests of the matcher compare it with regular expressions. */
function plainTest(name: string, isAnywhere: boolean): PathTest {
  const wanted = (isAnywhere ? '**/' : '') + name.replaceAll(/[{}[\],*?\\]/gu, '\\$&')
  const passes = createPathMatcher([wanted, `${wanted}.*`, `${wanted}/**`])
  return { passes, stars: 3 + (isAnywhere ? starsOfAnywhere : 0) }
}

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

/** @throws Refusal */
export function readPathTest(text: string): PathTest {
  if (text.trim() === '' || text.length > longest) throw new Refusal('OPTION_INVALID')
  const hasSigns = /[*?[{]/u.test(text)
  const { name, isAnywhere, isFolder } = partsOf(hasSigns ? text : text.replaceAll('\\', '/'))
  if (name === '') return { passes: () => true, stars: 2 }
  if (!hasSigns && !isFolder) return plainTest(name, isAnywhere)
  const glob = (isAnywhere ? '**/' : '') + name + (isFolder ? '/**' : '')
  return { passes: createPathMatcher([glob]), stars: glob.split('*').length - 1 }
}
