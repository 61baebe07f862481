import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { recalliteFolder } from '@recallite/command-line'
import { SettingsError } from './errors.js'
import { isInside } from './inside.js'

const endings = ['.yaml', '.yml', '.json']

/** What cannot even be looked at is somebody else's folder on the way up; in one's own it is found, to be complained of. */
function isThere(path: string, unlessKnown: boolean): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return unlessKnown
  }
}

function onlyOne(files: readonly string[]): string | undefined {
  const [first, second] = files
  if (first !== undefined && second !== undefined) {
    throw new SettingsError(
      'SETTINGS_AMBIGUOUS',
      `${first} and ${second} are both there, and one settings file is read. Put everything into one and remove the other.`,
    )
  }
  return first
}

/**
 * The user's settings file, `config.yaml`, `.yml` or `.json` in `~/.recallite`.
 * @throws SettingsError `SETTINGS_AMBIGUOUS`
 */
export function findUserFile(home: string): string | undefined {
  const folder = recalliteFolder(home)
  return onlyOne(
    endings.map((ending) => join(folder, `config${ending}`)).filter((path) => isThere(path, true)),
  )
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Whoever made a folder could have any file of the user's read as settings, and shown in a message. */
function assertOwnFile(path: string): string {
  const real = realPath(path)
  if (lstatSync(path).isSymbolicLink() && real !== path && !isInside(dirname(path), real)) {
    throw new SettingsError(
      'SETTINGS_REFUSED',
      `${path} is a link out of its folder and is not read. Put the settings into a file of that folder, or name the other: --config ${real}`,
    )
  }
  return path
}

/**
 * The workspace's settings file that lies in a folder itself.
 * @throws SettingsError `SETTINGS_AMBIGUOUS`
 */
export function workspaceFileIn(folder: string): string | undefined {
  const paths = endings.map((ending) => join(folder, `.recallite${ending}`))
  return onlyOne(paths.filter((path) => isThere(path, false)))
}

/**
 * The workspace's settings file, `.recallite.yaml`, `.yml` or `.json` in the working folder or the nearest one around
 * it that has one; the search ends with the home folder and with one that holds `.git`.
 * @throws SettingsError `SETTINGS_AMBIGUOUS`, `SETTINGS_REFUSED`
 */
export function findWorkspaceFile(cwd: string, home: string): string | undefined {
  const ends = new Set([resolve(home), realPath(home)])
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = workspaceFileIn(folder)
    if (found !== undefined) return assertOwnFile(found)
    const isEnd = ends.has(folder) || dirname(folder) === folder || isThere(join(folder, '.git'), false)
    if (isEnd) return undefined
  }
}
