import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { malformed, EvaluationError } from '../errors.js'
import { grade as gradeSchema } from '../run/run.js'
import { readLines, type Line } from './json-lines.js'

/** Judgements by query id. */
export type Judgements = ReadonlyMap<string, readonly Judgement[]>

/** The grade of a document for a query, and the line in the file. */
export type Judgement = ReturnType<typeof readJudgement>

/** All but the first have the judgements of a split, which are only about its own queries. */
const qrelsFiles = ['qrels.tsv', 'qrels/test.tsv', 'qrels/dev.tsv'] as const

const header = /^query[-_]id\tcorpus[-_]id\tscore$/iu

/**
 * Reads the judgements of a folder, `qrels.tsv`, else those of a split: tab-separated lines of a query id, a document id and a grade
 * from 0 (not relevant) to 100, with or without a header. Throws an EvaluationError.
 */
export function readJudgements(folder: string): { judgements: Judgements; isSplit: boolean } {
  const name = qrelsFiles.find((each) => existsSync(join(folder, each)))
  if (name === undefined) {
    const message = `The suite has no judgements. Put them into one of ${qrelsFiles.join(', ')}.`
    throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
  }
  const [first, ...others] = readLines(join(folder, name))
  const lines = first && !header.test(first.text.trim()) ? [first, ...others] : others
  return {
    judgements: Map.groupBy(lines.map(readJudgement), ({ query }) => query),
    isSplit: name !== qrelsFiles[0],
  }
}

function readJudgement(line: Line) {
  const [query = '', path = '', written = '', ...rest] = line.text.split('\t')
  const grade = Number(written)
  if (written.trim() !== '' && rest.length === 0 && v.is(gradeSchema, grade))
    return { query, path, grade, line }
  const form = `a query id, a document id and a grade (${gradeSchema.message}), tab-separated`
  throw malformed(line, `A line must have ${form}. Correct it.`)
}
