import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sizeReason } from '@recallite/core'
import { SuiteError } from '../suite/errors.js'
import { listFiles } from '../suite/list-files.js'
import type { NoteFile } from './note.js'

/** A text that is left out, and why. */
export interface SkippedNote {
  readonly path: string
  readonly reason: string
}

/** The texts of a folder. */
export interface NoteFiles {
  readonly files: readonly NoteFile[]
  readonly skipped: readonly SkippedNote[]
}

const noteName = /\.(?:md|markdown|txt)$/iu

// The mark at the start of a text is part of its first line.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

function readNoteFile(folder: string, path: string): NoteFile | SkippedNote {
  const file = join(folder, path)
  const tooLarge = sizeReason(statSync(file, { bigint: true }).size)
  if (tooLarge !== undefined) return { path, reason: tooLarge }
  const bytes = readFileSync(file)
  const text = bytes.includes(0) ? undefined : decode(bytes)
  return text === undefined ? { path, reason: 'not UTF-8 text' } : { path, text }
}

/**
 * Reads the Markdown and text files of a folder, those that an index would look at.
 * @throws SuiteError `SUITE_NOT_FOUND`
 */
export function readNoteFiles(folder: string): NoteFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const message = 'There is no such folder. Name one that holds your notes.'
    throw new SuiteError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const paths = listFiles(folder).filter((path) => noteName.test(path))
  const notes = paths.map((path) => readNoteFile(folder, path))
  return {
    files: notes.filter((note) => 'text' in note),
    skipped: notes.filter((note) => 'reason' in note),
  }
}
