import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { SuiteError, type SuitePlace } from './errors.js'
import {
  type Item,
  type Line,
  idField,
  kindField,
  readJsonLines,
  readLines,
  textField,
} from './json-lines.js'
import { type Judgements, addGrade, isHeader, parseGrade } from './judgements.js'
import { type Suite, type SuiteDocument, beirMarkerFile, queriesFile } from './suite.js'

const places = [
  { path: 'qrels.tsv', isSplit: false },
  { path: 'qrels/test.tsv', isSplit: true },
  { path: 'qrels/dev.tsv', isSplit: true },
]

/**
 * Reads a folder laid out like the BEIR benchmark's data (Thakur et al. 2021): `corpus.jsonl` ({id, title?, text}),
 * `queries.jsonl` ({id, text, category?, note? or description?}) and `qrels.tsv` (query id, document id, grade). As in
 * its downloads, `id` may be called `_id`, and the judgements may begin with a line of headings and be in
 * `qrels/test.tsv` or `qrels/dev.tsv`; queries that are not judged there belong to another part of the benchmark and are
 * left out, while those that `qrels.tsv` says nothing about have no answer. The suite has the folder's name.
 * @throws SuiteError
 */
export function readBeirLayout(folder: string): Suite {
  const documents = readDocuments(join(folder, beirMarkerFile))
  const queries = readBeirQueries(join(folder, queriesFile))
  const { path, isSplit } = findQrels(folder)
  const judgements = readBeirQrels(path, {
    queries: new Set(queries.map(({ id }) => id)),
    documents: new Set(documents.map(({ id }) => id)),
  })
  const asked = isSplit ? queries.filter(({ id }) => judgements.has(id)) : queries
  return {
    name: basename(resolve(folder)),
    description: '',
    corpus: { kind: 'documents', documents },
    queries: asked.map((query) => ({
      ...query,
      grades: judgements.get(query.id) ?? new Map<string, number>(),
      passages: [],
    })),
  }
}

type BeirQuery = Pick<Suite['queries'][number], 'id' | 'text' | 'kind' | 'note'>

function readDocuments(file: string): SuiteDocument[] {
  const taken = new Set<string>()
  return readJsonLines(file).map((item) => ({
    id: idField(item, taken),
    title: textField(item, 'title', ''),
    text: textField(item, 'text'),
  }))
}

function readNote({ fields }: Item): string {
  const notes = [fields['note'], fields['description']]
  return notes.find((note) => typeof note === 'string') ?? ''
}

function readBeirQueries(file: string): BeirQuery[] {
  const taken = new Set<string>()
  return readJsonLines(file).map((item) => ({
    id: idField(item, taken),
    text: textField(item, 'text'),
    kind: kindField(item, 'category', ''),
    note: readNote(item),
  }))
}

/** The ids that a suite has. */
interface KnownIds {
  readonly queries: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
}

/** Where the judgements of a folder are. */
interface BeirQrelsFile {
  readonly path: string
  /** Whether it belongs to some of the queries alone: those that it says nothing about are of another part. */
  readonly isSplit: boolean
}

/**
 * The judgements of a folder: `qrels.tsv`, else those of the test part, else those of the development part.
 * @throws SuiteError `SUITE_NOT_FOUND`
 */
function findQrels(folder: string): BeirQrelsFile {
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
function readBeirQrels(file: string, { queries, documents }: KnownIds): Judgements {
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
