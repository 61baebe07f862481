import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sizeReason } from '@recallite/core'
import { EvaluationError } from '../errors.js'
import { listFiles } from '../suite/open-corpus.js'
import type { Suite } from '../suite/suite.js'
import { writeOurLayout } from '../suite/write-suite.js'
import type { NoteFile } from './note.js'
import type { QuestionPlan } from './plan-questions.js'
import { cutText } from './sentences.js'

const noteName = /\.(?:md|markdown|txt)$/iu

/** Writes the questions, and copies of the files without what is asked for; throws an EvaluationError. */
export function writeKnownItems(
  folder: string,
  about: Pick<Suite, 'name' | 'description'>,
  { files, plan }: { readonly files: readonly NoteFile[]; readonly plan: QuestionPlan },
): void {
  const queries = plan.questions.map(({ id, text, kind, path }) => {
    return { id, text, kind, grades: new Map([[path, 1]]), passages: [], note: '' }
  })
  const copies = files.map(({ path, text }) => {
    return { id: path, name: path, text: cutText(text, plan.removals.get(path) ?? []) }
  })
  writeOurLayout(folder, { ...about, queries }, copies)
}

/**
 * Reads the Markdown and text files of a folder that an index looks at, and says which are skipped and why.
 * @throws EvaluationError `SUITE_NOT_FOUND`
 */
export function readNoteFiles(folder: string) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const message = 'There is no such folder. Name one that holds your notes.'
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const paths = listFiles(folder).filter((path) => noteName.test(path))
  const notes = paths.map((path) => readNoteFile(folder, path))
  return { files: notes.filter((note) => 'text' in note), skipped: notes.filter((note) => 'reason' in note) }
}

function readNoteFile(folder: string, path: string): NoteFile | { path: string; reason: string } {
  const file = join(folder, path)
  const tooLarge = sizeReason(statSync(file, { bigint: true }).size)
  if (tooLarge !== undefined) return { path, reason: tooLarge }
  const bytes = readFileSync(file)
  if (bytes.includes(0) || !isUtf8(bytes)) return { path, reason: 'not UTF-8 text' }
  // A byte order mark stays part of the first line.
  return { path, text: bytes.toString('utf8') }
}
