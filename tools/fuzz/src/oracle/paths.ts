import { globTest } from './glob.ts'
import { foldPath } from './read-glob.ts'
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

/** Every stretch of a path from the beginning of a name to the end. */
function endsOf(path: string) {
  return Array.from(path.matchAll(/(?<=^|\/)[^/]/gu), ({ index }) => path.slice(index))
}

/** A file, a file without its ending, or a folder. */
function plainTest(name: string, isAnywhere: boolean): PathTest {
  const wanted = foldPath(name)
  const isNamed = (path: string) =>
    path === wanted ||
    path.startsWith(`${wanted}/`) ||
    (path.startsWith(`${wanted}.`) && !path.slice(wanted.length).includes('/'))
  return {
    passes: (path) => (isAnywhere ? endsOf(foldPath(path)).some(isNamed) : isNamed(foldPath(path))),
    stars: 3 + (isAnywhere ? starsOfAnywhere : 0),
  }
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
  return { passes: globTest(glob), stars: glob.split('*').length - 1 }
}
