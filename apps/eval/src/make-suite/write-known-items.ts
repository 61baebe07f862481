import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { makeEmptyFolder } from '../suite/empty-folder.js'
import { ourMarkerFile } from '../suite/our-layout.js'
import { queryLine } from '../suite/query-line.js'
import type { NoteFile } from './note.js'
import type { Question, QuestionPlan } from './plan-questions.js'
import { cutText } from './stretch.js'

/** A suite of known-item questions, ready to be written. */
export interface KnownItems {
  readonly name: string
  readonly description: string
  readonly files: readonly NoteFile[]
  readonly plan: QuestionPlan
}

function lineOf({ id, text, kind, path }: Question): string {
  const query = { id, text, kind, grades: new Map([[path, 1]]), passages: [], note: '' }
  return queryLine(query, (document) => document)
}

/**
 * Writes the suite in our layout: copies of the files, without what is asked for, and the questions. What makes a suite of
 * the folder comes last, so that one that is half written is none.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeKnownItems(folder: string, { name, description, files, plan }: KnownItems): void {
  makeEmptyFolder(folder)
  for (const { path, text } of files) {
    const copy = join(folder, 'corpus', path)
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, cutText(text, plan.removals.get(path) ?? []))
  }
  writeFileSync(join(folder, 'queries.jsonl'), plan.questions.map(lineOf).join(''))
  writeFileSync(join(folder, ourMarkerFile), stringify({ name, description }, { lineWidth: 0 }))
}
