import { lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError, writeWhole, orUndefined } from '@recallite/command-line'
import { realPathOf } from '@recallite/core/sources'
import { recalliteFolder } from './environment.js'
import { SettingsError } from './errors.js'

export function trustedFoldersFile(home: string): string {
  return join(recalliteFolder(home), 'trusted-folders.json')
}

/** The trusted folders, as sorted real paths; none without a list. Throws `SettingsError` `SETTINGS_UNREADABLE`. */
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

/** Another user with write access to the list could make any folder trusted. */
function assertOwn(file: string): void {
  const stats = lstatSync(file)
  if (!stats.isFile()) throw unusable(file, 'is a link or a folder')
  if (stats.size > 1_000_000) throw unusable(file, 'is larger than 1 MB')
  if (process.platform === 'win32') return
  if ((stats.mode & 0o022) !== 0) throw unusable(file, 'is writable for other users (fix it with chmod 600)')
  if (stats.uid !== process.getuid?.()) throw unusable(file, 'belongs to another user')
}

function unusable(file: string, reason: string, cause?: unknown): SettingsError {
  return new SettingsError(
    'SETTINGS_UNREADABLE',
    `${file} ${reason}, so no folder is trusted. Fix it, or delete it and trust your folders again: recallite trust FOLDER`,
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
 * Trusts a folder and returns its real path. Throws `UsageError` if there is no such folder, `SettingsError` if the list is
 * unusable.
 */
export function trustFolder(home: string, folder: string): string {
  const real = realPathOf(folder)
  if (real === undefined || !lstatSync(real).isDirectory()) {
    throw new UsageError(
      `${folder} is not a folder. Name the folder that contains the .recallite.yaml to trust.`,
    )
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
 * Removes a folder (absolute; it may have been deleted) from the list and returns its path there. Throws `UsageError` if it
 * was not trusted, `SettingsError` if the list is unusable.
 */
export function distrustFolder(home: string, folder: string): string {
  const folders = readTrustedFolders(home)
  const listed = [realPathOf(folder), folder].find((path) => path !== undefined && folders.includes(path))
  if (listed === undefined) {
    throw new UsageError(`${folder} is not trusted. 'recallite trust --list' lists trusted folders.`)
  }
  writeTrustedFolders(
    home,
    folders.filter((path) => path !== listed),
  )
  return listed
}

/** The folder of a workspace file; both may come from another person. */
export interface WorkspaceFolder {
  /** Absolute and without links. */
  readonly path: string
  /** Whether the user trusts it: its file may then set what the user file may set. */
  readonly isTrusted: boolean
}

/** An unusable list trusts no folder. */
export function workspaceFolderOf(file: string, home: string): WorkspaceFolder {
  const real = realPathOf(dirname(file))
  const trusted = orUndefined(() => readTrustedFolders(home)) ?? []
  return { path: real ?? dirname(file), isTrusted: real !== undefined && trusted.includes(real) }
}
