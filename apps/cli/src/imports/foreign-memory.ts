import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CodedError } from '@recallite/command-line'
import type { Source } from '@recallite/core'
import type { RecordInput } from '@recallite/records'
import type { Plain, Variables } from '@recallite/settings'

/** Where the data of another program is looked for. */
export interface ForeignPlace {
  /** The file or folder that the user names, absolute; undefined: where that program keeps it by itself. */
  readonly path: string | undefined
  readonly home: string
  readonly variables: Variables
}

/** What another program has, as this one can take it. */
export interface ForeignMemory {
  /** The files that were read. */
  readonly readFrom: readonly string[]
  readonly parts: readonly ForeignPart[]
  readonly settings: readonly ForeignSetting[]
  readonly left: readonly LeftOut[]
}

/** What belongs into one memory. */
export interface ForeignPart {
  /** The agent whose memory it is; undefined: the one that flags name. */
  readonly agent?: string
  readonly roots: readonly ForeignRoot[]
  readonly records: readonly RecordInput[]
}

/** A folder that is to be indexed. */
export interface ForeignRoot {
  /** What the other program calls it, such as `collection notes`. */
  readonly name: string
  readonly source: Source
}

/** A setting for the user's own settings file. */
export interface ForeignSetting {
  /** The agent that it is for; undefined: all of them. */
  readonly agent?: string | undefined
  readonly key: string
  readonly value: Plain
}

/** What is not taken, and why not. */
export interface LeftOut {
  readonly what: string
  readonly why: string
}

type ImportErrorCode =
  /** What is to be imported is not there. */
  | 'IMPORT_MISSING'
  /** What is there was not written by the program that is named, or is damaged. */
  | 'IMPORT_FOREIGN'

/** Why the data of another program cannot be imported; nothing was written. */
export class ImportError extends CodedError<ImportErrorCode> {}

/** @throws ImportError `IMPORT_MISSING` if there is no such file */
export function readForeignText(file: string, program: string): string {
  if (!isFile(file)) throw missing(file, program)
  return readFileSync(file, 'utf8')
}

/** The error for a file that is not there. */
export function missing(file: string, program: string): ImportError {
  return new ImportError(
    'IMPORT_MISSING',
    `There is no ${file}, so nothing of ${program} is there. Name what is to be imported: recallite import --from ${program} PATH`,
  )
}

/** The error for data that another program wrote. */
export function foreign(file: string, reason: string, cause?: unknown): ImportError {
  return new ImportError('IMPORT_FOREIGN', `${file} ${reason}. Nothing was imported.`, { cause })
}

/** Whether there is a regular file at a path: reading a pipe could wait for ever. */
export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/** Whether there is a folder at a path. */
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

/** A mapping of a file; empty for any other value. */
export function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {}
}

/** Whether a value of a file is a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text of a file that is not blank; undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The absolute path that a text means, in which `~` is the home folder. */
export function pathFrom(text: string, { home }: Pick<ForeignPlace, 'home'>, folder = home): string {
  return resolve(folder, text.replace(/^~(?=$|[/\\])/u, home))
}
