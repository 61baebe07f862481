import { lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError, writeWhole, orUndefined } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import { recalliteFolder } from './environment.js'
import { SettingsError } from './errors.js'

/** The file that lists the trusted folders. */
export function trustedFoldersFile(home: string): string {
  return join(recalliteFolder(home), 'trusted-folders.json')
}

/**
 * The folders that the user trusts, as sorted real paths; none if there is no list.
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
    if (error instanceof SettingsError) throw error
    throw unusable(file, `cannot be read (${(error as Error).message})`, error)
  }
  throw unusable(file, 'was not written by this version')
}

/** Another user who could write the list could have any folder trusted. */
function assertOwn(file: string): void {
  const stats = lstatSync(file)
  if (!stats.isFile()) throw unusable(file, 'is a link or a folder')
  if (process.platform === 'win32') return
  if ((stats.mode & 0o022) !== 0) throw unusable(file, 'may be written by others (chmod 600 ends that)')
  if (stats.uid !== process.getuid?.()) throw unusable(file, 'belongs to another user')
}

function unusable(file: string, reason: string, cause?: unknown): SettingsError {
  return new SettingsError(
    'SETTINGS_UNREADABLE',
    `${file} ${reason}, so no folder is trusted. Repair it, or remove it and trust your folders again: recallite trust FOLDER`,
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

/**
 * Trusts a folder from now on; returns its real path.
 * @throws UsageError if there is no such folder; SettingsError if the list cannot be used
 */
export function trustFolder(home: string, folder: string): string {
  const real = realPathOf(folder)
  if (real === undefined || !lstatSync(real).isDirectory()) {
    throw new UsageError(`${folder} is no folder. Name the folder that holds the .recallite.yaml to trust.`)
  }
  const folders = readTrustedFolders(home)
  if (!folders.includes(real)) writeTrustedFolders(home, [...folders, real])
  return real
}

function writeTrustedFolders(home: string, folders: readonly string[]): void {
  mkdirSync(recalliteFolder(home), { recursive: true, mode: 0o700 })
  const sorted = folders.toSorted()
  const text = `${JSON.stringify({ version, folders: sorted }, null, 2)}\n`
  writeWhole(trustedFoldersFile(home), [text], { mode: 0o600 })
}

/**
 * Ends the trust in a folder, which may have been deleted; returns its path as it was listed.
 * @param folder absolute
 * @throws UsageError if it was not trusted; SettingsError if the list cannot be used
 */
export function distrustFolder(home: string, folder: string): string {
  const folders = readTrustedFolders(home)
  const listed = [realPathOf(folder), folder].find((path) => path !== undefined && folders.includes(path))
  if (listed === undefined) {
    throw new UsageError(`${folder} is not trusted. 'recallite trust --list' shows which folders are.`)
  }
  writeTrustedFolders(
    home,
    folders.filter((path) => path !== listed),
  )
  return listed
}

/** The folder of a workspace file, which may have come from another person together with the file. */
export interface WorkspaceFolder {
  /** Absolute and without links. */
  readonly path: string
  /** Whether the user trusts it: its file may then set what the user file may set. */
  readonly isTrusted: boolean
}

/** The folder of a workspace file. A list that cannot be used trusts no folder. */
export function workspaceFolderOf(file: string, home: string): WorkspaceFolder {
  const real = realPathOf(dirname(file))
  const trusted = orUndefined(() => readTrustedFolders(home)) ?? []
  return { path: real ?? dirname(file), isTrusted: real !== undefined && trusted.includes(real) }
}
