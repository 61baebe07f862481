import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CodedError } from '@recallite/command-line'
import type { Source } from '@recallite/core'
import type { SettingKey, Variables } from '@recallite/settings'

/** Where the data of another program is looked for. */
export interface ForeignPlace {
  /** What the user names, absolute; undefined: where that program keeps its data by itself. */
  readonly path: string | undefined
  readonly home: string
  readonly variables: Variables
}

/** What another program has. The agent is the one whose memory or settings it belongs to; undefined: the one that is used. */
export interface ForeignMemory {
  readonly readFrom: readonly string[]
  readonly roots: readonly { readonly agent?: string; readonly name: string; readonly source: Source }[]
  readonly settings: readonly ForeignSetting[]
  readonly left: readonly { readonly what: string; readonly why: string }[]
}

/** What a program has that has nothing. */
export const nothing: ForeignMemory = { readFrom: [], roots: [], settings: [], left: [] }

/** A setting for the user's own settings file, of one agent or of all. */
export interface ForeignSetting {
  readonly agent?: string | undefined
  readonly key: SettingKey
  readonly value: string | number | boolean
}

/** One thing that another program has, and what became of it. */
export interface ImportedItem {
  /** `taken`; `known`: it was here already; `left`: it is not taken, and `why` says why not. */
  readonly state: 'taken' | 'known' | 'left'
  readonly what: string
  readonly agent?: string | undefined
  readonly why?: string | undefined
}

type ImportErrorCode =
  /** What is to be imported is not there. */
  | 'IMPORT_MISSING'
  /** What is there was not written by the program that is named, or is damaged. */
  | 'IMPORT_FOREIGN'

/** Why the data of another program cannot be imported; nothing was written. */
export class ImportError extends CodedError<ImportErrorCode> {}

/** The error for a file or folder that is not there. */
function missing(path: string, program: string): ImportError {
  const message = `There is no ${path}. Name the data of ${program}: recallite import --from ${program} PATH`
  return new ImportError('IMPORT_MISSING', message)
}

/** The error for a file of another program. */
function foreign(file: string, program: string, cause?: unknown): ImportError {
  const reason = cause instanceof Error ? ` (${cause.message.split('\n', 1)[0]})` : ''
  const message = `${file} was not written by ${program}, or is damaged${reason}. Nothing was imported. Name the data of ${program}: recallite import --from ${program} PATH`
  return new ImportError('IMPORT_FOREIGN', message, { cause })
}

/** A mapping in a file of another program. */
export type Mapping = Readonly<Record<string, unknown>>

/**
 * Reads a mapping from a file of another program.
 * @param section what the mapping must have, as a mapping
 * @throws ImportError
 */
export function readForeignFile(
  file: string,
  {
    program,
    parse,
    sections,
  }: { program: string; parse: (text: string) => unknown; sections: readonly string[] },
): Mapping {
  if (!isFile(file)) throw missing(file, program)
  let content: Mapping
  try {
    content = mappingOf(parse(readFileSync(file, 'utf8').replace(/^\uFEFF/u, '')))
  } catch (error) {
    throw foreign(file, program, error)
  }
  if (sections.some((name) => isMapping(content[name]))) return content
  throw foreign(file, program)
}

/** The file to read: what the user names, a file of one of these names in the folder that the user names, or the usual file. */
export function fileOf(path: string | undefined, names: readonly string[], usual: string): string {
  if (path === undefined || !isFolder(path)) return path ?? usual
  const files = names.map((name) => join(path, name))
  return files.find(isFile) ?? files[0] ?? path
}

/** A path as other programs write it, with the home folder for `~`. */
export const expandHome = (path: string, home: string): string => path.replace(/^~(?=$|[/\\])/u, home)

/** Whether there is a regular file: reading a pipe could wait for ever. */
export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/** Whether there is a folder. */
const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A mapping; empty for any other value. */
export const mappingOf = (value: unknown): Mapping => (isMapping(value) ? value : {})

/** A text that is not blank; undefined for any other value. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
