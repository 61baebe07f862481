import {
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

/** Reads a file of a host, or of a link's target. Throws EditError if it cannot be edited. */
export function readHostFile(path: string): Content {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const target = targetOf(path)
  if (!statSync(target).isFile()) throw new EditError('is not a file')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const bytes = readFileSync(target)
  const text = orUndefined(() => decoder.decode(bytes))
  if (text === undefined) throw new EditError('is not UTF-8 text')
  return text
}

/** The folders above a file that do not exist, outermost first. */
export function missingFolders(path: string): string[] {
  const folder = dirname(path)
  return existsSync(folder) ? [] : [...missingFolders(folder), folder]
}

const writable = 0o200

/** Replaces a file atomically, with its permissions; a new one is readable only by the user. A link stays, and its target changes. */
export function writeHostFile(path: string, content: string): void {
  const isNew = !existsSync(path)
  const target = isNew ? path : targetOf(path)
  if (isNew) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Replacing a file needs no permission for the file itself.
  else if ((statSync(target).mode & writable) === 0) throw new EditError('is read-only')
  writeWhole(target, [content], isNew ? { mode: 0o600 } : {})
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
