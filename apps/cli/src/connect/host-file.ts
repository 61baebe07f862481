import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { orUndefined, writeWhole } from '@recallite/command-line'
import type { Content } from './change.js'
import { EditError } from './edit-json.js'

/** Runs work on a file and adds its path to the reason why it cannot be edited. */
export function naming<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof EditError ? new EditError(`${file} ${error.message}`) : error
  }
}

const maxBytes = 50_000_000

/** Reads a file of a host, or of a link's target. Throws EditError if it cannot be edited. */
export function readHostFile(path: string): Content {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const target = targetOf(path)
  const stats = statSync(target)
  if (!stats.isFile()) throw new EditError('is not a file')
  if (stats.size > maxBytes) throw new EditError('is larger than 50 MB')
  const bytes = readFileSync(target)
  const text = orUndefined(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  if (text === undefined) throw new EditError('is not UTF-8 text')
  return text
}

/** The folders above a file that do not exist, outermost first. */
export function missingFolders(path: string): string[] {
  const folders: string[] = []
  for (
    let folder = dirname(path);
    !existsSync(folder) && dirname(folder) !== folder;
    folder = dirname(folder)
  )
    folders.unshift(folder)
  return folders
}

/** Replaces a file atomically, with its permissions; a new one is readable only by the user. A link stays, and its target changes. */
export function writeHostFile(path: string, content: string): void {
  const target = existsSync(path) ? targetOf(path) : path
  if (existsSync(target)) {
    try {
      accessSync(target, constants.W_OK)
    } catch {
      throw new EditError('is read-only')
    }
    return writeWhole(target, [content])
  }
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  writeWhole(target, [content], { mode: 0o600 })
}

/** Removes a file, and those of the folders that are then empty. */
export function removeHostFile(path: string, folders: readonly string[]): void {
  rmSync(path, { force: true })
  for (const folder of folders.toReversed()) orUndefined(() => rmdirSync(folder))
}

function targetOf(path: string): string {
  const target = orUndefined(() => realpathSync(path))
  if (target === undefined) throw new EditError('is a link to a file that does not exist')
  return target
}
