import { SuiteError, type SuitePlace } from './errors.js'
import type { Line } from './json-lines.js'

/** Grades by document id, by query id. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>

const header = /^query[-_]id\tcorpus[-_]id\tscore$/iu

const highestGrade = 100

/** Whether a line is the headings that a table of judgements may begin with. */
export function isHeader({ text }: Line, position: number): boolean {
  return position === 0 && header.test(text.trim())
}

/**
 * A grade: a whole number from 0 (judged, not relevant).
 * @throws SuiteError `SUITE_MALFORMED`
 */
export function checkGrade(grade: unknown, place: SuitePlace): number {
  if (typeof grade === 'number' && Number.isInteger(grade) && grade >= 0 && grade <= highestGrade)
    return grade
  const message = `The grade is ${JSON.stringify(grade)}. It must be a whole number from 0 to ${highestGrade}.`
  throw new SuiteError('SUITE_MALFORMED', message, place)
}

/**
 * A grade as a table has it.
 * @throws SuiteError `SUITE_MALFORMED`
 */
export function parseGrade(text: string, place: SuitePlace): number {
  const grade = Number(text)
  return checkGrade(Number.isNaN(grade) ? text : grade, place)
}

/**
 * Notes a judgement of a query.
 * @throws SuiteError `SUITE_DUPLICATE`
 */
export function addGrade(
  grades: Map<string, number>,
  { id, grade }: { id: string; grade: number },
  place: SuitePlace,
): void {
  if (grades.has(id)) {
    const message = `The document ${JSON.stringify(id)} is judged twice for one query. Keep one of the two.`
    throw new SuiteError('SUITE_DUPLICATE', message, place)
  }
  grades.set(id, grade)
}
