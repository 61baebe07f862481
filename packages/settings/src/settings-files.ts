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
 * Finds the user file: `config.yaml`, `.yml` or `.json` in `~/.recallite`. Throws `SettingsError` if there are several or
 * the folder is not accessible.
 */
export function findUserFile(home: string): string | undefined {
  const folder = recalliteFolder(home)
  const paths = endings.map((ending) => join(folder, `config${ending}`))
  try {
    return onlyOne(paths.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined))
  } catch (error) {
    // A home folder that is not a folder, such as /dev/null, has no settings.
    if (codeOf(error) === 'ENOTDIR') return undefined
    throw error instanceof SettingsError ? error : unexaminable(folder, error)
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

function unexaminable(folder: string, error: unknown): SettingsError {
  let closed = folder
  while (!exists(closed) && dirname(closed) !== closed) closed = dirname(closed)
  const reason = ['EACCES', 'EPERM'].includes(codeOf(error) ?? '')
    ? `You have no access to ${closed}. Allow it: chmod u+rwx ${shellWord(closed)}`
    : `The system error is ${codeOf(error)}. Fix it`
  return new SettingsError(
    'SETTINGS_UNREADABLE',
    `The settings folder ${folder} is not accessible. ${reason}, or use another home folder: HOME=FOLDER.`,
    { cause: error },
  )
}

/** An inaccessible path counts as missing. */
function exists(path: string): boolean {
  return orUndefined(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined
}

function onlyOne(files: readonly string[]): string | undefined {
  const [first, second] = files
  if (first !== undefined && second !== undefined) {
    throw new SettingsError(
      'SETTINGS_AMBIGUOUS',
      `${first} and ${second} both exist, but only one settings file is allowed. Merge them and delete one.`,
    )
  }
  return first
}

/** The workspace file directly in a folder; throws `SettingsError` `SETTINGS_AMBIGUOUS`. */
function workspaceFileIn(folder: string): string | undefined {
  const paths = endings.map((ending) => join(folder, `.recallite${ending}`))
  return onlyOne(paths.filter((path) => exists(path)))
}

/**
 * Finds the workspace file, `.recallite.yaml`, `.yml` or `.json`, in the working folder or its nearest parent, up to the
 * home folder or a folder with `.git`. Throws `SettingsError` if there are several, or if the file is a link out of its
 * folder.
 */
export function findWorkspaceFile(cwd: string, home: string): string | undefined {
  const ends = new Set([resolve(home), realPathOf(home)])
  // On Windows a working folder may be spelled differently than on disk.
  for (let folder = realPathOf(cwd) ?? resolve(cwd); ; folder = dirname(folder)) {
    const file = workspaceFileIn(folder)
    if (file !== undefined) return assertOwnFile(file)
    const isEnd = ends.has(folder) || dirname(folder) === folder || exists(join(folder, '.git'))
    if (isEnd) return undefined
  }
}

/** A link out of its folder could make any file of the user appear in a message. */
function assertOwnFile(path: string): string {
  const real = realPathOf(path) ?? path
  if (lstatSync(path).isSymbolicLink() && real !== path && !isInside(dirname(path), real)) {
    throw new SettingsError(
      'SETTINGS_REFUSED',
      `${path} is a link out of its folder and is not read. Put the settings into a file in that folder, or use the other one: --config ${real}`,
    )
  }
  return path
}

/** Reads a settings file, JSON by its name or else YAML; throws `SettingsError`. */
export async function readSettingsFile(path: string): Promise<FileContent> {
  const text = readText(path)
  // Imported here, since a run without a settings file need not load the large YAML library.
  const { parseSettings } = await import('./parse-settings.js')
  return parseSettings(text, path)
}

const maxBytes = 1_000_000

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'is not readable by you; change its permissions',
  EPERM: 'is not readable by you; change its permissions',
  ENAMETOOLONG: 'has a path that is too long for this system; use a shorter one',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text; save it as UTF-8',
}

function readText(path: string): string {
  const refuse = (fault: string, cause?: unknown): never => {
    throw new SettingsError('SETTINGS_UNREADABLE', `The settings file ${path} ${fault}.`, { cause })
  }
  try {
    const stats = statSync(path)
    // Reading a pipe could wait forever.
    if (!stats.isFile()) refuse('is not a file')
    if (stats.size > maxBytes) refuse('is larger than 1 MB')
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (error instanceof SettingsError) throw error
    const code = codeOf(error) ?? ''
    return refuse(faults[code] ?? `cannot be read (${code})`, error)
  }
}
