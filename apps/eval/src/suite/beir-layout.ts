import { basename, join, resolve } from 'node:path'
import { SuiteError } from './errors.js'
import { addGrade, checkGrade } from './judgements.js'
import { idField, readJsonLines, textField } from './json-lines.js'
import { readLines, type Line } from './read-lines.js'
import type { Suite, SuiteDocument } from './suite.js'

/** The file by which this layout is told. */
export const beirMarkerFile = 'corpus.jsonl'

/** The first line of the files that the benchmark itself has; others begin with a judgement. */
const qrelsHeader = 'query-id\tcorpus-id\tscore'

type Judgements = Map<string, Map<string, number>>

function readDocuments(file: string): SuiteDocument[] {
  const taken = new Set<string>()
  return readJsonLines(file).map((item) => ({
    id: idField(item, taken),
    title: textField(item, 'title', ''),
    text: textField(item, 'text'),
  }))
}

function isJudgement({ text }: Line, position: number): boolean {
  return position > 0 || text !== qrelsHeader
}

function readQrels(file: string, queryIds: Iterable<string>, documentIds: ReadonlySet<string>): Judgements {
  const judgements: Judgements = new Map([...queryIds].map((id) => [id, new Map()]))
  for (const { line, text } of readLines(file).filter(isJudgement)) {
    const place = { file, line }
    const [queryId = '', documentId = '', grade = '', ...rest] = text.split('\t')
    if (grade.trim() === '' || rest.length > 0) {
      const message = 'A line is query id, document id and grade with one tab between. Write it so.'
      throw new SuiteError('SUITE_MALFORMED', message, place)
    }
    const checkedGrade = checkGrade(Number(grade), place)
    const grades = judgements.get(queryId)
    if (!grades) throw unknown('query', queryId, place)
    if (!documentIds.has(documentId)) throw unknown('document', documentId, place)
    addGrade(grades, { id: documentId, grade: checkedGrade }, place)
  }
  return judgements
}

function unknown(what: 'query' | 'document', id: string, place: { file: string; line: number }): SuiteError {
  const message = `There is no ${what} ${JSON.stringify(id)} in the suite. Add it, or remove this line.`
  return new SuiteError('SUITE_UNKNOWN_ID', message, place)
}

/**
 * Reads a folder laid out like the BEIR benchmark's data (Thakur et al. 2021): `corpus.jsonl` ({id, title?, text}),
 * `queries.jsonl` ({id, text, category?}) and `qrels.tsv` (query id, document id, grade). As in its downloads, `id` may
 * be called `_id`, and the judgements may begin with a line of headings. The suite has the folder's name.
 * @throws SuiteError
 */
export function readBeirLayout(folder: string): Suite {
  const documents = readDocuments(join(folder, beirMarkerFile))
  const taken = new Set<string>()
  const queries = readJsonLines(join(folder, 'queries.jsonl')).map((item) => ({
    id: idField(item, taken),
    text: textField(item, 'text'),
    kind: textField(item, 'category', ''),
  }))
  const documentIds = new Set(documents.map(({ id }) => id))
  const judgements = readQrels(join(folder, 'qrels.tsv'), taken, documentIds)
  return {
    name: basename(resolve(folder)),
    description: '',
    corpus: { kind: 'documents', documents },
    queries: queries.map((query) => ({ ...query, grades: judgements.get(query.id) ?? new Map() })),
  }
}
