import { lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { recalliteFolder } from './environment.js'
import { orUndefined, shellWord } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import { SettingsError } from './errors.js'
import { isInside } from './schemas/paths.js'
import type { FileContent } from './layers.js'

const endings = ['.yaml', '.yml', '.json']

/**
 * The user's settings file, `config.yaml`, `.yml` or `.json` in `~/.recallite`.
 * @throws SettingsError `SETTINGS_AMBIGUOUS`; `SETTINGS_UNREADABLE` if that folder may not be entered
 */
export function findUserFile(home: string): string | undefined {
  const folder = recalliteFolder(home)
  const paths = endings.map((ending) => join(folder, `config${ending}`))
  try {
    return onlyOne(paths.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined))
  } catch (error) {
    // A home folder that is no folder, such as /dev/null, holds no settings.
    if (codeOf(error) === 'ENOTDIR') return undefined
    throw error instanceof SettingsError ? error : unexaminable(folder, error)
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

function unexaminable(folder: string, error: unknown): SettingsError {
  let closed = folder
  while (!exists(closed) && dirname(closed) !== closed) closed = dirname(closed)
  const reason = ['EACCES', 'EPERM'].includes(codeOf(error) ?? '')
    ? `You may not enter ${closed}. Allow that: chmod u+rwx ${shellWord(closed)}`
    : `The system says ${codeOf(error)}. Repair that`
  return new SettingsError(
    'SETTINGS_UNREADABLE',
    `Whether there is a settings file in ${folder} cannot be seen. ${reason}, or name another home folder: HOME=FOLDER.`,
    { cause: error },
  )
}

/** A path that may not be examined counts as missing. */
function exists(path: string): boolean {
  return orUndefined(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined
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

/** The workspace's settings file directly in a folder; throws a SettingsError `SETTINGS_AMBIGUOUS`. */
function workspaceFileIn(folder: string): string | undefined {
  const paths = endings.map((ending) => join(folder, `.recallite${ending}`))
  return onlyOne(paths.filter((path) => exists(path)))
}

/**
 * The workspace's settings file, `.recallite.yaml`, `.yml` or `.json` in the working folder or the nearest one around
 * it that has one; the search ends at the home folder and at a folder with `.git`.
 * @throws SettingsError `SETTINGS_AMBIGUOUS`, `SETTINGS_REFUSED`
 */
export function findWorkspaceFile(cwd: string, home: string): string | undefined {
  const ends = new Set([resolve(home), realPathOf(home)])
  // On Windows a working folder may be spelled otherwise than on the disk.
  for (let folder = realPathOf(cwd) ?? resolve(cwd); ; folder = dirname(folder)) {
    const found = workspaceFileIn(folder)
    if (found !== undefined) return assertOwnFile(found)
    const isEnd = ends.has(folder) || dirname(folder) === folder || exists(join(folder, '.git'))
    if (isEnd) return undefined
  }
}

/** A link out of its folder could have any file of the user read as settings, and shown in a message. */
function assertOwnFile(path: string): string {
  const real = realPathOf(path) ?? path
  if (lstatSync(path).isSymbolicLink() && real !== path && !isInside(dirname(path), real)) {
    throw new SettingsError(
      'SETTINGS_REFUSED',
      `${path} is a link out of its folder and is not read. Put the settings into a file of that folder, or name the other: --config ${real}`,
    )
  }
  return path
}

/**
 * The content of a settings file, JSON by its name or else YAML.
 * @throws SettingsError
 */
export async function readSettingsFile(path: string): Promise<FileContent> {
  const text = readText(path)
  // Imported here, since a run without a settings file need not load the large YAML library.
  const { parseSettings } = await import('./parse-settings.js')
  return parseSettings(text, path)
}

const largest = 1_000_000

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by you; change its permissions',
  EPERM: 'may not be read by you; change its permissions',
  ENAMETOOLONG: 'has a name or a path that is too long for this system; name a shorter one',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text; save it as UTF-8',
}

function readText(path: string): string {
  const refuse = (fault: string, cause?: unknown): never => {
    throw new SettingsError('SETTINGS_UNREADABLE', `The settings file ${path} ${fault}.`, { cause })
  }
  try {
    const stats = statSync(path)
    // Reading a pipe could wait for ever.
    if (!stats.isFile()) refuse('is not a file')
    if (stats.size > largest) refuse('is larger than 1 MB')
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (error instanceof SettingsError) throw error
    const code = codeOf(error) ?? ''
    return refuse(faults[code] ?? `cannot be read (${code})`, error)
  }
}
