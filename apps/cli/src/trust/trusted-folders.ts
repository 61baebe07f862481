import { lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError, writeWhole } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import { recalliteFolder } from '../settings/environment.js'
import { SettingsError } from '../settings/errors.js'

/** Where the folders are listed that the user trusts. */
export function trustedFoldersFile(home: string): string {
  return join(recalliteFolder(home), 'trusted-folders.json')
}

/**
 * The folders that the user trusts, as real paths in their order; none where there is no list.
 * @throws SettingsError `SETTINGS_UNREADABLE`
 */
export function readTrustedFolders(home: string): readonly string[] {
  const file = trustedFoldersFile(home)
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return []
    assertOwn(file)
    const folders = parseFolders(readFileSync(file, 'utf8'))
    if (folders) return folders
  } catch (error) {
    if (SettingsError.isInstance(error)) throw error
    throw unusable(file, `cannot be read (${reasonOf(error)})`, error)
  }
  throw unusable(file, 'was not written by this version')
}

const othersMayWrite = 0o022

/** A user who can write the list could have any folder trusted. */
function assertOwn(file: string): void {
  const stats = lstatSync(file)
  if (!stats.isFile()) throw unusable(file, 'is no file of its own')
  if (process.platform === 'win32') return
  if ((stats.mode & othersMayWrite) !== 0)
    throw unusable(file, 'may be written by others (chmod 600 mends that)')
  if (stats.uid !== process.getuid?.()) throw unusable(file, 'belongs to another user')
}

function unusable(file: string, reason: string, cause?: unknown): SettingsError {
  return new SettingsError(
    'SETTINGS_UNREADABLE',
    `${file} ${reason}, so no folder is trusted. Mend it, or remove it and trust your folders again: recallite trust FOLDER`,
    { cause },
  )
}

const version = 1

function parseFolders(text: string): readonly string[] | undefined {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return undefined
  const { version: written, folders } = value as { version?: unknown; folders?: unknown }
  const isList = Array.isArray(folders) && folders.every((folder) => typeof folder === 'string')
  return written === version && isList ? folders : undefined
}

/** A folder as it is listed; undefined where it leads nowhere. */
export function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder)
  } catch {
    return undefined
  }
}

/** Whether the user trusts a folder. A list that cannot be used trusts none. */
export function isTrustedFolder(home: string, folder: string): boolean {
  const real = realFolder(folder)
  try {
    return real !== undefined && readTrustedFolders(home).includes(real)
  } catch {
    return false
  }
}

/**
 * Trusts a folder from now on; returns its real path.
 * @throws UsageError where there is no such folder; SettingsError where the list cannot be used
 */
export function trustFolder(home: string, folder: string): string {
  const real = realFolder(folder)
  if (real === undefined || !lstatSync(real).isDirectory()) {
    throw new UsageError(`${folder} is no folder. Name the folder that holds the .recallite.yaml to trust.`)
  }
  const folders = readTrustedFolders(home)
  if (!folders.includes(real)) writeTrustedFolders(home, [...folders, real])
  return real
}

const ownerOnly = { file: 0o600, folder: 0o700 }

function writeTrustedFolders(home: string, folders: readonly string[]): void {
  mkdirSync(recalliteFolder(home), { recursive: true, mode: ownerOnly.folder })
  const sorted = folders.toSorted()
  const text = `${JSON.stringify({ version, folders: sorted }, null, 2)}\n`
  writeWhole(trustedFoldersFile(home), [text], { mode: ownerOnly.file })
}

/**
 * Trusts a folder no more, though it may be gone by now; returns its path as it was listed.
 * @param folder absolute
 * @throws UsageError where it was not trusted; SettingsError where the list cannot be used
 */
export function distrustFolder(home: string, folder: string): string {
  const folders = readTrustedFolders(home)
  const listed = [realFolder(folder), folder].find((path) => path !== undefined && folders.includes(path))
  if (listed === undefined) {
    throw new UsageError(`${folder} is not trusted. 'recallite trust --list' shows which folders are.`)
  }
  writeTrustedFolders(
    home,
    folders.filter((path) => path !== listed),
  )
  return listed
}

/** The folder of the workspace file, which may have come from elsewhere with the file in it. */
export interface WorkspaceFolder {
  /** Absolute and without links. */
  readonly path: string
  /** Whether the user said that what its file names counts like what the user names. */
  readonly isTrusted: boolean
}

/** The folder of a workspace file. */
export function workspaceFolderOf(file: string, home: string): WorkspaceFolder {
  const path = realFolder(dirname(file)) ?? dirname(file)
  return { path, isTrusted: isTrustedFolder(home, path) }
}
