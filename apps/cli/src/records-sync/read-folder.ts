import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { RecordError, type RecordState } from '@recallite/store/records'
import { invalidFile, isFileOf, parseStates } from './record-file.js'

/** A file that was not read, and why. */
export interface RefusedFile {
  readonly file: string
  readonly code: string
  readonly message: string
}

/** The files of records in a folder. */
export interface RecordFolder {
  /** By file: usually one state, two if git marked a conflict. */
  readonly files: ReadonlyMap<string, readonly RecordState[]>
  readonly refused: readonly RefusedFile[]
  /** Names of temporary files. */
  readonly partial: readonly string[]
}

/** Reads the files that end in `.json`; others, hidden ones and subfolders are not for records. Follows no links. */
export function readFolder(folder: string): RecordFolder {
  const names = readdirSync(folder).toSorted()
  const files = new Map<string, readonly RecordState[]>()
  const refused: RefusedFile[] = []
  for (const file of names.filter((name) => /^[^.].*\.json$/isu.test(name))) {
    try {
      files.set(file, readStates(folder, file))
    } catch (error) {
      if (!RecordError.isInstance(error)) throw error
      refused.push({ file, code: error.code, message: error.message })
    }
  }
  return { files, refused, partial: names.filter((name) => /\.json\.[\w-]{12}\.partial$/u.test(name)) }
}

function readStates(folder: string, name: string): RecordState[] {
  const states = parseStates(readText(join(folder, name)))
  if (states.every(({ id }) => isFileOf(id, name))) return states
  throw invalidFile('has a name that is not that of its id')
}

/** In bytes; more than any record has. */
const maxSize = 5_000_000

function readText(path: string): string {
  const descriptor = openFile(path)
  try {
    const { size, nlink } = fstatSync(descriptor)
    if (nlink > 1) throw invalidFile('is a hard link to a file that may be elsewhere')
    if (size > maxSize) throw invalidFile(`has ${size} bytes; the maximum is ${maxSize}`)
    const bytes = new Uint8Array(size)
    const length = readSync(descriptor, bytes)
    return decode(bytes.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw invalidFile('is not UTF-8', error)
  }
}

/** Opens a file without following a link or waiting on a pipe. */
function openFile(path: string): number {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const notFile = 'is a link, a folder or a device'
  try {
    // Windows has no O_NOFOLLOW.
    if (!lstatSync(path).isFile()) throw invalidFile(notFile)
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (RecordError.isInstance(error)) throw error
    throw invalidFile(`cannot be opened (${(error as NodeJS.ErrnoException).code})`, error)
  }
}
