import { grade as gradeSchema } from '../run/run.js'
import { fits } from '../schema.js'
import { malformed, EvaluationError, type FilePosition } from '../errors.js'
import { readLines, type Line } from './json-lines.js'

/** Grades by document id, by query id. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>

const header = /^query[-_]id\tcorpus[-_]id\tscore$/iu

/** Reads judgements, one on each line, with or without headings; throws an EvaluationError. */
export function readJudgements(
  file: string,
  read: (line: Line) => { query: string; document: string; grade: number },
): Judgements {
  const judgements = new Map<string, Map<string, number>>()
  for (const [position, line] of readLines(file).entries()) {
    if (position === 0 && header.test(line.text.trim())) continue
    const { query, document, grade } = read(line)
    const grades = judgements.get(query) ?? new Map<string, number>()
    if (grades.has(document)) {
      const message = `The document ${JSON.stringify(document)} is judged twice for one query. Keep one of the two.`
      throw new EvaluationError('SUITE_DUPLICATE', message, line)
    }
    judgements.set(query, grades.set(document, grade))
  }
  return judgements
}

/** Reads a grade from text, a whole number from 0 (not relevant) to 100; throws an EvaluationError. */
export function parseGrade(text: string, position: FilePosition): number {
  const grade = Number(text)
  if (fits(gradeSchema, grade)) return grade
  throw malformed(position, `The grade is ${JSON.stringify(text)}. It must be ${gradeSchema.message}.`)
}
