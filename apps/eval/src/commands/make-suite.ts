import { basename, resolve, join } from 'node:path'
import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { sizeReason } from '@recallite/core'
import type { Flags } from '../flags.js'
import { foundKinds } from '../make-suite/candidates.js'
import { planLinkQuestions } from '../make-suite/link-questions.js'
import { planQuestions, type QuestionPlan } from '../make-suite/plan-questions.js'
import { EvaluationError } from '../errors.js'
import { checkOutside, writeSuite } from '../suite/write-suite.js'
import { listFiles } from '../suite/open-corpus.js'
import type { Suite } from '../suite/suite.js'
import type { NoteFile } from '../make-suite/note.js'
import { renderParts, screenWidth } from '../render/table.js'
import { describeKnownItems, describePower } from '../render/verdict.js'
import { cutText } from '../make-suite/sentences.js'

const tooSmall =
  'No questions can be made from its files. Use Markdown or text files of more than 40 words, with distinct headings or sentences.'

const ofParts = {
  suffix: 'known-items',
  description: 'each a part of the file that answers it',
  kinds: foundKinds,
  plan: planQuestions,
}

const ofLinks = {
  suffix: 'links',
  description: 'each a heading of its file, or a sentence that links to it',
  kinds: ['link', 'heading'] as const,
  plan: planLinkQuestions,
}

/** `recallite-eval make-suite <folder> --out SUITE` */
export async function runMakeSuite({ words, flags, io }: Request<Flags>): Promise<void> {
  const { out, perFile = 3, links, json } = flags
  if (out === undefined) {
    throw new UsageError('Name the folder to write: --out SUITE')
  }
  const source = resolve(words[0] ?? '')
  const { files, skipped } = readNoteFiles(source)
  const folder = resolve(out)
  checkOutside(folder, source)
  for (const { path, reason } of skipped) io.talk(`${printable(`Skipped ${path}: ${reason}`)}\n`)
  const kind = links ? ofLinks : ofParts
  const plan = kind.plan(files, perFile)
  const { questions } = plan
  if (questions.length === 0) throw new EvaluationError('SUITE_SOURCE_TOO_SMALL', tooSmall, { file: source })
  const name = `${basename(source)}-${kind.suffix}`
  const covered = new Set(questions.map(({ path }) => path)).size
  const about = `about ${covered} of ${files.length} files`
  const description = `Questions ${about}, ${kind.description}.`
  writeKnownItems(folder, { name, description, questions: 'known-item' }, { files, plan })
  const counts = kind.kinds.map(
    (each) => [each, questions.filter((question) => question.kind === each).length] as const,
  )
  if (json) {
    const kinds = Object.fromEntries(counts)
    const totals = { files: files.length, asked: covered, questions: questions.length }
    return io.write(renderJson({ suite: name, folder, ...totals, kinds, skipped }))
  }
  const parts = counts.map(([each, count]) => `${count} ${each}`)
  io.write(`${printable(name)}: ${questions.length} questions (${parts.join(', ')}) ${about}\n`)
  io.talk(`Compare strategies: recallite-eval run ${printable(out)}\n`)
  const advice = `${describeKnownItems([name])} ${describePower(questions.length)}`
  io.write(renderParts([[advice]], { width: screenWidth(io) }))
}

const noteName = /\.(?:md|markdown|txt)$/iu

/** Writes the questions, and copies of the files without the questions. Throws an EvaluationError. */
export function writeKnownItems(
  folder: string,
  about: Pick<Suite, 'name' | 'description' | 'questions'>,
  { files, plan }: { readonly files: readonly NoteFile[]; readonly plan: QuestionPlan },
): void {
  const queries = plan.questions.map(({ id, text, kind, path }) => {
    return { id, text, kind, grades: new Map([[path, 1]]), passages: [], note: '' }
  })
  const copies = files.map(({ path, text }) => {
    return { id: path, name: path, text: cutText(text, plan.removals.get(path) ?? []) }
  })
  writeSuite(folder, { ...about, queries }, copies)
}

/** Reads the Markdown and text files that an index of the folder would contain. Throws an EvaluationError `SUITE_NOT_FOUND`. */
export function readNoteFiles(folder: string) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const message = 'There is no such folder. Name the folder of your notes.'
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
  // Keeps a byte order mark in the first line.
  return { path, text: bytes.toString('utf8') }
}
