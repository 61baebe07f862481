import { basename, resolve } from 'node:path'
import { type Request, UsageError, exitCodes, printable, renderJson } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { questionKinds } from '../make-suite/candidates.js'
import { readNoteFiles, writeKnownItems } from '../make-suite/known-items.js'
import { type Question, planQuestions } from '../make-suite/plan-questions.js'
import { SuiteError } from '../suite/errors.js'
import { checkOutside } from '../suite/write-suite.js'

const defaultPerFile = 3

const tooSmall =
  'No question can be made of its files. They must be Markdown or text of more than 40 words each, with headings or sentences that tell them apart.'

function countKinds(questions: readonly Question[]): Record<string, number> {
  const counts = questionKinds.map((kind) => [kind, questions.filter((each) => each.kind === kind).length])
  return Object.fromEntries(counts)
}

/** `recallite-eval make-suite <folder> --out SUITE` */
export async function runMakeSuite({ words, flags, io }: Request<Flags>): Promise<number> {
  const { out, perFile = defaultPerFile } = flags
  if (out === undefined)
    throw new UsageError('--out SUITE is missing: the folder that the suite is written to.')
  const source = resolve(words[0] ?? '')
  const { files, skipped } = readNoteFiles(source)
  const folder = resolve(out)
  checkOutside(folder, { kind: 'folder', path: source })
  for (const { path, reason } of skipped) io.talk(`${printable(`${path} is left out: ${reason}`)}\n`)
  const plan = planQuestions(files, perFile)
  const { questions } = plan
  if (questions.length === 0) throw new SuiteError('SUITE_SOURCE_TOO_SMALL', tooSmall, { file: source })
  const name = `${basename(source)}-known-items`
  const asked = new Set(questions.map(({ path }) => path)).size
  const description = `Questions about ${asked} of ${files.length} files, each taken out of the file that answers it.`
  writeKnownItems(folder, { name, description, files, plan })
  const kinds = countKinds(questions)
  if (flags.json) {
    const made = {
      suite: name,
      folder,
      files: files.length,
      asked,
      questions: questions.length,
      kinds,
      skipped,
    }
    io.write(renderJson(made))
    return exitCodes.done
  }
  const parts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`)
  io.write(
    `${printable(name)}: ${questions.length} questions (${parts.join(', ')}) about ${asked} of ${files.length} files\n`,
  )
  io.talk(`Compare strategies: recallite-eval run ${printable(out)}\n`)
  return exitCodes.done
}
