import { readdirSync, readFileSync } from 'node:fs'
import { withFileInRoot } from '@recallite/core'
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

/** Reads the files that end in `.json`; others, hidden ones and subfolders are not for records. `folder` has no links. */
export async function readFolder(folder: string): Promise<RecordFolder> {
  const names = readdirSync(folder).toSorted()
  const files = new Map<string, readonly RecordState[]>()
  const refused: RefusedFile[] = []
  for (const file of names.filter((name) => /^[^.].*\.json$/isu.test(name))) {
    try {
      files.set(file, await readStates(folder, file))
    } catch (error) {
      if (!RecordError.isInstance(error)) throw error
      refused.push({ file, code: error.code, message: error.message })
    }
  }
  return { files, refused, partial: names.filter((name) => /\.json\.[\w-]{12}\.partial$/u.test(name)) }
}

async function readStates(folder: string, name: string): Promise<RecordState[]> {
  const states = parseStates(await readText(folder, name))
  if (states.every(({ id }) => isFileOf(id, name))) return states
  throw invalidFile('has a name that is not that of its id')
}

/** In bytes; more than any record has. */
const maxSize = 5_000_000

async function readText(folder: string, name: string): Promise<string> {
  try {
    return await withFileInRoot(folder, name, ({ descriptor, stats }) => {
      if (!stats.isFile()) throw invalidFile('is a folder or a device')
      if (stats.nlink > 1) throw invalidFile('is a hard link to a file that may be elsewhere')
      if (stats.size > maxSize) throw invalidFile(`has ${stats.size} bytes; the maximum is ${maxSize}`)
      return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor))
    })
  } catch (error) {
    if (RecordError.isInstance(error)) throw error
    const { code } = error as NodeJS.ErrnoException
    throw invalidFile(code === 'ELOOP' ? 'is a link' : `cannot be read as text (${code})`, error)
  }
}
