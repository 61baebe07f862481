import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { corpusFolder } from '../suite/layout-files.js'
import type { SuiteQuery } from '../suite/suite.js'
import { writeOurLayout, type WrittenCorpus } from '../suite/write-our-layout.js'
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

function toQuery({ id, text, kind, path }: Question): SuiteQuery {
  return { id, text, kind, grades: new Map([[path, 1]]), passages: [], note: '' }
}

function writeCopies({ files, plan }: KnownItems, folder: string): WrittenCorpus {
  for (const { path, text } of files) {
    const copy = join(folder, corpusFolder, path)
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, cutText(text, plan.removals.get(path) ?? []))
  }
  return { pointer: undefined, pathOf: (document) => document }
}

/**
 * Writes the suite in our layout: copies of the files, without what is asked for, and the questions.
 * @throws SuiteError `SUITE_FOLDER_TAKEN`
 */
export function writeKnownItems(folder: string, items: KnownItems): void {
  const { name, description, plan } = items
  const suite = { name, description, queries: plan.questions.map(toQuery) }
  writeOurLayout(folder, suite, () => writeCopies(items, folder))
}
