import { resolve } from 'node:path'
import { printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { addQuery } from '../suite/add-query.js'
import type { SuiteQuery } from '../suite/suite.js'
import { queryLine } from '../suite/write-suite.js'

const nothing = 'none'

/** `recallite-eval add <suite> <query>` */
export async function runAdd({ words, flags, io }: Request<Flags>): Promise<void> {
  const [folder, ...rest] = words
  const { kind = 'added', note = '' } = flags
  if (folder === undefined) throw new UsageError('Name the folder of a suite.')
  const text = rest.join(' ')
  if (text.trim() === '') throw new UsageError('The query is missing. Write it after the suite.')
  const { suite, query } = await addQuery(folder, { text, expected: readExpected(flags), kind, note })
  const fields = JSON.parse(queryLine(query))
  io.write(flags.json ? renderJson({ suite, folder: resolve(folder), ...fields }) : renderText(query))
}

function readExpected({ expect = [] }: Flags): readonly string[] {
  if (expect.length === 0) {
    throw new UsageError(`The answer is missing. Add --expect PATH (in the corpus) or --expect ${nothing}.`)
  }
  if (!expect.includes(nothing)) return expect
  if (expect.length === 1) return []
  throw new UsageError(`--expect ${nothing} excludes other --expect flags. Remove it, or the others.`)
}

function renderText({ id, text, grades, passages }: SuiteQuery): string {
  const spans = passages.map(({ document, lines = [] }) => `${document}:${[...new Set(lines)].join('-')}`)
  const whole = [...grades.keys()].filter((path) => passages.every(({ document }) => document !== path))
  const answers = [...spans, ...whole].join(', ') || 'no answer'
  return `${printable(`${id}: ${text} → ${answers}`)}\n`
}
