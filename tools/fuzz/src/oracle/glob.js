import { foldPath, readGlob } from './read-glob.js'

/** @typedef {import('./read-glob.js').Atom} Atom */
/** @typedef {(atom: number, place: number) => boolean} FitsFrom whether the rest of a glob fits the rest of a path */

/** @param {FitsFrom} compute @returns {FitsFrom} */
function remembering(compute) {
  /** @type {Map<string, boolean>} */
  const known = new Map()
  return (atom, place) => {
    const key = `${atom} ${place}`
    const result = known.get(key) ?? compute(atom, place)
    known.set(key, result)
    return result
  }
}

/** Where stars may end. @param {string} sign @param {string | undefined} before the character in front of the place */
function mayEnd(sign, before) {
  return sign !== '**/' || before === undefined || before === '/'
}

/** What stars may take. @param {string} sign @param {string | undefined} character */
function mayTake(sign, character) {
  return character !== undefined && (sign !== '*' || character !== '/')
}

/** @param {readonly Atom[]} atoms @param {readonly string[]} path its characters, folded */
function fitsAtoms(atoms, path) {
  /** @type {FitsFrom} */
  const fitsFrom = remembering((index, place) => {
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

/**
 * Whether a path fits a glob, by writing its braces out and trying every way to spread its stars.
 * @param {string} glob
 * @returns {(path: string) => boolean}
 */
export function globTest(glob) {
  const globs = readGlob(glob)
  return (path) => {
    const characters = [...foldPath(path)]
    return globs.some((atoms) => fitsAtoms(atoms, characters))
  }
}
