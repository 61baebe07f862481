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
  const stat = lstatSync(path)
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
 * Paths of everything below a folder, sorted. Names that are not UTF-8 appear as one replacement each.
 * @param {string} folder
 * @returns {string[]}
 */
export function listTree(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}
