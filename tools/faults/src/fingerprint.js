import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Content of a regular file; undefined for whatever else is or is not there. Links are not followed.
 * @param {string} path
 */
export function readRegular(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? readFileSync(path) : undefined
}

/** @param {string} path */
function describe(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return 'a name that is not UTF-8'
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  if (stat.isDirectory()) return 'folder'
  if (!stat.isFile()) return 'special file'
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/**
 * Every file below a folder and what is in it, as text; two texts are equal only if nothing was added, removed or
 * changed.
 * @param {string} folder
 */
export function fingerprint(folder) {
  return listTree(folder)
    .map((path) => `${path}\0${describe(join(folder, path))}`)
    .join('\n')
}

/**
 * Paths of everything below a folder, sorted; links are listed and not followed. In names that are not UTF-8, what cannot be
 * read is one replacement sign each.
 * @param {string} folder
 * @param {string} [below]
 * @returns {string[]}
 */
export function listTree(folder, below = '') {
  const entries = readdirSync(join(folder, below), { withFileTypes: true })
  const paths = entries.flatMap((entry) => {
    const path = join(below, entry.name)
    return entry.isDirectory() ? [path, ...listWhole(folder, path)] : [path]
  })
  return paths.toSorted()
}

/** @param {string} folder @param {string} path */
function listWhole(folder, path) {
  try {
    return listTree(folder, path)
  } catch {
    // A name that is not UTF-8 cannot be opened by what is left of it.
    return []
  }
}
