import { lstatSync, realpathSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { recalliteFolder } from './environment.js'
import { shellWord } from '../shell-word.js'
import { SettingsError, malformed } from './errors.js'
import { isInside } from './inside.js'
import { isMapping, type TreeNode } from './tree.js'

const endings = ['.yaml', '.yml', '.json']

/**
 * The user's settings file, `config.yaml`, `.yml` or `.json` in `~/.recallite`.
 * @throws SettingsError `SETTINGS_AMBIGUOUS`; `SETTINGS_UNREADABLE` where that folder cannot be looked into
 */
export function findUserFile(home: string): string | undefined {
  const folder = recalliteFolder(home)
  const names = endings.map((ending) => `config${ending}`).filter((name) => isInOwnFolder(folder, name))
  return onlyOne(names.map((name) => join(folder, name)))
}

function isInOwnFolder(folder: string, name: string): boolean {
  try {
    return lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // A home folder that is no folder, such as /dev/null, holds no settings.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false
    throw cannotLook(folder, error)
  }
}

function cannotLook(folder: string, error: unknown): SettingsError {
  const { code } = error as NodeJS.ErrnoException
  const closed = closedFolder(folder)
  const reason =
    code === 'EACCES' || code === 'EPERM'
      ? `You may not enter ${closed}. Allow that: chmod u+rwx ${shellWord(closed)}`
      : `The system says ${code}. Mend that`
  return new SettingsError(
    'SETTINGS_UNREADABLE',
    `Whether there is a settings file in ${folder} cannot be seen. ${reason}, or name another home folder: HOME=FOLDER.`,
    { cause: error },
  )
}

/** The folder that may not be entered: this one, or the one around it. */
function closedFolder(folder: string): string {
  return isThere(folder) || dirname(folder) === folder ? folder : closedFolder(dirname(folder))
}

/** On the way up, what may not be examined counts as missing. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
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
 * The workspace's settings file that lies in a folder itself.
 * @throws SettingsError `SETTINGS_AMBIGUOUS`
 */
export function workspaceFileIn(folder: string): string | undefined {
  const paths = endings.map((ending) => join(folder, `.recallite${ending}`))
  return onlyOne(paths.filter((path) => isThere(path)))
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
    const isEnd = ends.has(folder) || dirname(folder) === folder || isThere(join(folder, '.git'))
    if (isEnd) return undefined
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Otherwise the maker of a folder could have any file of the user's read as settings, and shown in a message. */
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
 * The top mapping of a settings file, JSON by its name or else YAML; empty where the file is.
 * @throws SettingsError
 */
export async function readSettingsFile(path: string): Promise<ReadonlyMap<string, TreeNode>> {
  const text = readText(path)
  // A run without a settings file does not wait for this large library.
  const { parseSettings } = await import('./parse-settings.js')
  const { value } = parseSettings(text, path)
  if (value === null) return new Map()
  if (isMapping(value)) return value
  return malformed(path, 1, 'is not a mapping; settings are written as in "query: { maxResults: 10 }"')
}

function readText(path: string): string {
  const bytes = readBytes(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    return refuse(path, 'is not UTF-8 text; save it as UTF-8', error)
  }
}

const largest = 1_000_000

function readBytes(path: string): Uint8Array {
  try {
    const stat = statSync(path)
    // A pipe would be waited for, perhaps for ever.
    if (!stat.isFile()) refuse(path, 'is not a file')
    if (stat.size > largest) refuse(path, 'is larger than 1 MB')
    return readFileSync(path)
  } catch (error) {
    if (SettingsError.isInstance(error)) throw error
    return refuse(path, faultOf(error), error)
  }
}

function refuse(path: string, fault: string, cause?: unknown): never {
  throw new SettingsError('SETTINGS_UNREADABLE', `The settings file ${path} ${fault}.`, { cause })
}

function faultOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'is not there'
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by you; change its permissions'
  if (code === 'ENAMETOOLONG')
    return 'has a name or a path that is too long for this system; name a shorter one'
  return `cannot be read (${code})`
}
