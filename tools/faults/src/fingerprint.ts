import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Content of a regular file; undefined for whatever else is or is not there. Links are not followed. */
export function readRegular(path: string): Buffer | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? readFileSync(path) : undefined
}

/** Every file below a folder and what is in it, as text; two texts are equal only if nothing was added, removed or changed. */
export function fingerprint(folder: string): string {
  return listTree(folder)
    .map((path) => `${path}\0${describe(join(folder, path))}`)
    .join('\n')
}

/** What is at a path: a digest of a file's content, or what it is instead. */
export function describe(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return 'a name that is not UTF-8'
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  if (stat.isDirectory()) return 'folder'
  if (!stat.isFile()) return 'special file'
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/**
 * Paths of everything below a folder, sorted; links are listed and not followed. In names that are not UTF-8, what cannot be
 * read is one replacement sign each.
 */
export function listTree(folder: string, below = ''): string[] {
  const entries = readdirSync(join(folder, below), { withFileTypes: true })
  const paths = entries.flatMap((entry) => {
    const path = join(below, entry.name)
    // A folder whose name is not UTF-8 cannot be opened by what is left of it.
    const isOpen = entry.isDirectory() && lstatSync(join(folder, path), { throwIfNoEntry: false })
    return isOpen ? [path, ...listTree(folder, path)] : [path]
  })
  return paths.toSorted()
}

/** Files of the program in a case's folder, without the notes; a repair keeps what it set aside, and says where. */
export function filesOf(folder: string, see: (path: string) => string = String): string[] {
  const paths = ['data', 'home', 'tmp'].flatMap((place) =>
    listTree(see(join(folder, place))).map((path) => join(place, path)),
  )
  return paths.filter((path) => !/\.damaged-\d+|(?:^|\/)trace[^/]*$/.test(path))
}
