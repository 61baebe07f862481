import { basename, resolve } from 'node:path'
import { exitCodes, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { questionKinds } from '../make-suite/candidates.js'
import { readNoteFiles, writeKnownItems } from '../make-suite/known-items.js'
import { planQuestions } from '../make-suite/plan-questions.js'
import { EvaluationError } from '../errors.js'
import { checkOutside } from '../suite/write-suite.js'

const tooSmall =
  'No question can be made of its files. They must be Markdown or text of more than 40 words each, with headings or sentences that tell them apart.'

/** `recallite-eval make-suite <folder> --out SUITE` */
export async function runMakeSuite({ words, flags, io }: Request<Flags>): Promise<number> {
  const { out, perFile = 3, json } = flags
  if (out === undefined) {
    throw new UsageError('--out SUITE is missing: the folder that the suite is written to.')
  }
  const source = resolve(words[0] ?? '')
  const { files, skipped } = readNoteFiles(source)
  const folder = resolve(out)
  checkOutside(folder, source)
  for (const { path, reason } of skipped) io.talk(`${printable(`${path} is left out: ${reason}`)}\n`)
  const plan = planQuestions(files, perFile)
  const { questions } = plan
  if (questions.length === 0) throw new EvaluationError('SUITE_SOURCE_TOO_SMALL', tooSmall, { file: source })
  const name = `${basename(source)}-known-items`
  const asked = new Set(questions.map(({ path }) => path)).size
  const about = `about ${asked} of ${files.length} files`
  const description = `Questions ${about}, each taken out of the file that answers it.`
  writeKnownItems(folder, { name, description }, { files, plan })
  const counts = questionKinds.map(
    (kind) => [kind, questions.filter((each) => each.kind === kind).length] as const,
  )
  if (json) {
    const kinds = Object.fromEntries(counts)
    const totals = { files: files.length, asked, questions: questions.length }
    io.write(renderJson({ suite: name, folder, ...totals, kinds, skipped }))
    return exitCodes.done
  }
  const parts = counts.map(([kind, count]) => `${count} ${kind}`)
  io.write(`${printable(name)}: ${questions.length} questions (${parts.join(', ')}) ${about}\n`)
  io.talk(`Compare strategies: recallite-eval run ${printable(out)}\n`)
  return exitCodes.done
}
