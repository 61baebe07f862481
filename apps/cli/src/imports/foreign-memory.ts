import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CodedError } from '@recallite/command-line'
import type { Source } from '@recallite/core'
import type { SettingKey, Variables } from '@recallite/settings'

/** Where to look for the data of another program. */
export interface ForeignPlace {
  /** The absolute path that the user named; undefined: the default of that program. */
  readonly path: string | undefined
  readonly home: string
  readonly variables: Variables
}

/** The data of another program. `agent`: the owner of the memory; undefined: the agent of the command. */
export interface ForeignMemory {
  readonly readFrom: readonly string[]
  readonly roots: readonly { readonly agent?: string; readonly name: string; readonly source: Source }[]
  readonly settings: readonly ForeignSetting[]
  readonly left: readonly { readonly what: string; readonly why: string }[]
}

/** A setting for the user's settings file; without an agent, for all agents. */
export interface ForeignSetting {
  readonly agent?: string | undefined
  readonly key: SettingKey
  readonly value: string | number | boolean
}

/** One item of another program, and the outcome of its import. */
export interface ImportedItem {
  /** `taken`: imported; `known`: already existed; `left`: not imported, for the reason in `why`. */
  readonly state: 'taken' | 'known' | 'left'
  readonly what: string
  readonly agent?: string | undefined
  readonly why?: string | undefined
}

type ImportErrorCode =
  /** The data to import does not exist. */
  | 'IMPORT_MISSING'
  /** The data belongs to another program, or is damaged. */
  | 'IMPORT_FOREIGN'

/** Why the data of another program cannot be imported. Nothing was written. */
export class ImportError extends CodedError<ImportErrorCode> {}

/** In bytes; larger files are not read. */
const maxSize = 1_000_000

/** A mapping in a file of another program. */
export type Mapping = Readonly<Record<string, unknown>>

/**
 * Reads a mapping from a file of another program, which must have at least one of the sections.
 * @throws ImportError
 */
export function readForeignFile(
  file: string,
  { program, parse, sections }: { program: string; parse: (text: string) => unknown; sections: string[] },
): Mapping {
  const advice = `To name the data of ${program}: recallite import --from ${program} PATH`
  if (!isFile(file)) throw new ImportError('IMPORT_MISSING', `There is no ${file}. ${advice}`)
  const foreign = (reason = '') => {
    const message = `${file} is not a file of ${program}, or is damaged${reason}. Nothing was imported. ${advice}`
    return new ImportError('IMPORT_FOREIGN', message)
  }
  if (statSync(file).size > maxSize) throw foreign(' (it is larger than 1 MB)')
  let content: Mapping
  try {
    content = mappingOf(parse(readFileSync(file, 'utf8').replace(/^\uFEFF/u, '')))
  } catch (error) {
    // Only the position, since the rest may quote the file, which may not be one of this program.
    const position = /(?:line )?\d+(?::|,? column )\d+(?=[):]*$)/mu.exec((error as Error).message)?.[0]
    throw foreign(position && ` (at ${position})`)
  }
  if (sections.some((name) => isMapping(content[name]))) return content
  throw foreign()
}

/** The file to read: the user's path, a file with one of these names in that folder, or the default. */
export function fileOf(path: string | undefined, names: readonly string[], defaultFile: string): string {
  if (path === undefined || !(existsSync(path) && statSync(path).isDirectory())) return path ?? defaultFile
  const files = names.map((name) => join(path, name))
  return files.find(isFile) ?? files[0] ?? path
}

/** Replaces `~` in a path by the home folder. */
export const expandHome = (path: string, home: string): string => path.replace(/^~(?=$|[/\\])/u, home)

/** Whether the path is a regular file; reading a pipe could block forever. */
export const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is a mapping, else an empty mapping. */
export const mappingOf = (value: unknown): Mapping => (isMapping(value) ? value : {})

/** The value if it is a text that is not blank, else undefined. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
