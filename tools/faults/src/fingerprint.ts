import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** The content of a regular file. Undefined for anything else, including links. */
export function readRegular(path: string): Buffer | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? readFileSync(path) : undefined
}

/** All files in a folder with their content, as text. Equal if nothing was added, removed or changed. */
export function fingerprint(folder: string): string {
  return listTree(folder)
    .map((path) => `${path}\0${describe(join(folder, path))}`)
    .join('\n')
}

/** A digest of a file's content, or the kind of another entry. */
export function describe(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return 'a name that is not UTF-8'
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  if (stat.isDirectory()) return 'folder'
  if (!stat.isFile()) return 'special file'
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** The sorted paths in a folder. Links are listed but not followed; invalid UTF-8 is replaced. */
export function listTree(folder: string, below = ''): string[] {
  const entries = readdirSync(join(folder, below), { withFileTypes: true })
  const paths = entries.flatMap((entry) => {
    const path = join(below, entry.name)
    // A folder whose name is not UTF-8 cannot be opened.
    const isOpen = entry.isDirectory() && lstatSync(join(folder, path), { throwIfNoEntry: false })
    return isOpen ? [path, ...listTree(folder, path)] : [path]
  })
  return paths.toSorted()
}

/** The program's files in the folder of a case, without the notes; a repair retains damaged files, and states their path. */
export function filesOf(folder: string, see: (path: string) => string = String): string[] {
  const paths = ['data', 'home', 'tmp'].flatMap((place) =>
    listTree(see(join(folder, place))).map((path) => join(place, path)),
  )
  return paths.filter((path) => !/\.damaged-\d+|(?:^|\/)trace[^/]*$/.test(path))
}
