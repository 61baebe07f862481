import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SuiteError, type SuitePlace } from './errors.js'
import { addGrade, isHeader, parseGrade, type Judgements } from './judgements.js'
import { readLines, type Line } from './read-lines.js'

/** The ids that a suite has. */
export interface KnownIds {
  readonly queries: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
}

/** Where the judgements of a folder are. */
export interface BeirQrelsFile {
  readonly path: string
  /** Whether it belongs to some of the queries alone: those that it says nothing about are of another part. */
  readonly isSplit: boolean
}

const places = [
  { path: 'qrels.tsv', isSplit: false },
  { path: 'qrels/test.tsv', isSplit: true },
  { path: 'qrels/dev.tsv', isSplit: true },
]

/**
 * The judgements of a folder: `qrels.tsv`, else those of the test part, else those of the development part.
 * @throws SuiteError `SUITE_NOT_FOUND`
 */
export function findQrels(folder: string): BeirQrelsFile {
  const found = places.find(({ path }) => existsSync(join(folder, path)))
  if (found) return { ...found, path: join(folder, found.path) }
  const message = `It has no judgements. Put them into one of ${places.map(({ path }) => path).join(', ')}.`
  throw new SuiteError('SUITE_NOT_FOUND', message, { file: folder })
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
