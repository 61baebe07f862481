import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SuiteError, type SuitePlace } from './errors.js'
import { addGrade, parseGrade } from './judgements.js'
import { readLines, type Line } from './read-lines.js'

/** Grades by document id, by query id. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>

/** The ids that a suite has. */
export interface KnownIds {
  readonly queries: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
}

/** A file of judgements. */
export interface QrelsFile {
  readonly path: string
  /** Whether it belongs to some of the queries alone: those that it says nothing about are of another part. */
  readonly isSplit: boolean
}

const header = /^query[-_]id\tcorpus[-_]id\tscore$/iu

const places = [
  { path: 'qrels.tsv', isSplit: false },
  { path: 'qrels/test.tsv', isSplit: true },
  { path: 'qrels/dev.tsv', isSplit: true },
]

/**
 * The judgements of a folder: `qrels.tsv`, else those of the test part, else those of the development part.
 * @throws SuiteError `SUITE_NOT_FOUND`
 */
export function findQrels(folder: string): QrelsFile {
  const found = places.find(({ path }) => existsSync(join(folder, path)))
  if (found) return { ...found, path: join(folder, found.path) }
  const message = `It has no judgements. Put them into one of ${places.map(({ path }) => path).join(', ')}.`
  throw new SuiteError('SUITE_NOT_FOUND', message, { file: folder })
}

/** Whether a line is the headings that a file of judgements may begin with. */
export function isHeader({ text }: Line, position: number): boolean {
  return position === 0 && header.test(text.trim())
}

function unknown(what: 'query' | 'document', id: string, place: SuitePlace): SuiteError {
  const message = `There is no ${what} ${JSON.stringify(id)} in the suite. Add it, or remove this line.`
  return new SuiteError('SUITE_UNKNOWN_ID', message, place)
}

function readJudgement({ file, line, text }: Line) {
  const place = { file, line }
  const [query = '', document = '', grade = '', ...rest] = text.split('\t')
  if (grade.trim() === '' || rest.length > 0) {
    const message = 'A line is query id, document id and grade with one tab between. Write it so.'
    throw new SuiteError('SUITE_MALFORMED', message, place)
  }
  return { query, document, grade: parseGrade(grade, place), place }
}

/**
 * Reads judgements, one on each line: query id, document id and grade with tabs between.
 * @throws SuiteError
 */
export function readBeirQrels(file: string, { queries, documents }: KnownIds): Judgements {
  const judgements = new Map<string, Map<string, number>>()
  const lines = readLines(file).filter((line, position) => !isHeader(line, position))
  for (const { query, document, grade, place } of lines.map(readJudgement)) {
    if (!queries.has(query)) throw unknown('query', query, place)
    if (!documents.has(document)) throw unknown('document', document, place)
    const grades = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, grades)
    addGrade(grades, { id: document, grade }, place)
  }
  return judgements
}
