import { foldPath, readGlob, type Atom } from './read-glob.ts'

/** Whether the rest of a glob fits the rest of a path. */
export type FitsFrom = (atom: number, place: number) => boolean

function remembering(compute: FitsFrom): FitsFrom {
  const known: Map<string, boolean> = new Map()
  return (atom, place) => {
    const key = `${atom} ${place}`
    const result = known.get(key) ?? compute(atom, place)
    known.set(key, result)
    return result
  }
}

/**
 * Where stars may end.
 * @param before the character in front of the place
 */
function mayEnd(sign: string, before: string | undefined) {
  return sign !== '**/' || before === undefined || before === '/'
}

/** What stars may take. */
function mayTake(sign: string, character: string | undefined) {
  return character !== undefined && (sign !== '*' || character !== '/')
}

/** @param path its characters, folded */
function fitsAtoms(atoms: readonly Atom[], path: readonly string[]) {
  const fitsFrom: FitsFrom = remembering((index, place) => {
    const atom = atoms[index]
    const character = path[place]
    if (atom === undefined) return place === path.length
    if ('text' in atom) {
      const isThere = atom.text.every((wanted, offset) => path[place + offset] === wanted)
      return isThere && fitsFrom(index + 1, place + atom.text.length)
    }
    if ('fits' in atom) {
      return character !== undefined && atom.fits(character) && fitsFrom(index + 1, place + 1)
    }
    const ends = mayEnd(atom.sign, path[place - 1]) && fitsFrom(index + 1, place)
    return ends || (mayTake(atom.sign, character) && fitsFrom(index, place + 1))
  })
  return fitsFrom(0, 0)
}

/** Whether a path fits a glob, by writing its braces out and trying every way to spread its stars. */
export function globTest(glob: string): (path: string) => boolean {
  const globs = readGlob(glob)
  return (path) => {
    const characters = [...foldPath(path)]
    return globs.some((atoms) => fitsAtoms(atoms, characters))
  }
}
