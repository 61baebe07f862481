import { writeFileSync } from 'node:fs'
import { SuiteError } from '../suite/errors.js'
import { type Line, readLines } from '../suite/json-lines.js'
import { type Judgements, addGrade, isHeader, parseGrade } from '../suite/judgements.js'

/** Document ids by query id, best first; the same document never twice. */
export type Rankings = ReadonlyMap<string, readonly string[]>

/** What one program answered. */
export interface TrecRun {
  /** What the lines call it; several where they do not agree. */
  readonly tags: readonly string[]
  readonly rankings: Rankings
}

/** What ends a field or a line, for one reader of these files or another. */
const breaking = /[\s\p{Cc}]/u

const lastBasic = 0xffff

const codes = new Map(
  Array.from({ length: lastBasic + 1 }, (_, code) => String.fromCharCode(code))
    .filter((character) => breaking.test(character))
    .map((character) => [encodeURIComponent(character), character]),
)

const toEncode = /[\s\p{Cc}]|%(?=[\da-f]{2})/giu

const toDecode = new RegExp(`${[...codes.keys()].join('|')}|%25(?=[\\da-f]{2})`, 'giu')

/** As the C programs that read these files do: an id may hold other white space. */
const between = /[ \t\v\f\r]+/u

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

/**
 * Reads judgements as TREC has them, a line for each: query id, a number that is passed over, document id, grade; or a
 * table of query id, document id and grade, with or without headings. Grades under 0 count as 0.
 * @throws SuiteError `SUITE_NOT_FOUND`, `SUITE_MALFORMED`, `SUITE_DUPLICATE`
 */
export function readQrels(file: string): Judgements {
  const judgements = new Map<string, Map<string, number>>()
  const lines = readLines(file).filter((line, position) => !isHeader(line, position))
  for (const { query, judgement, place } of lines.map(readQrelsLine)) {
    const grades = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, grades)
    addGrade(grades, judgement, place)
  }
  return judgements
}

/** Writes judgements as TREC has them: query id, 0, document id, grade. White space in ids is percent-encoded. */
export function writeQrels(file: string, judgements: Judgements): void {
  const lines = Array.from(judgements, ([query, grades]) =>
    Array.from(grades, ([document, grade]) => `${encodeId(query)} 0 ${encodeId(document)} ${grade}\n`).join(
      '',
    ),
  )
  writeFileSync(file, lines.join(''))
}

/**
 * Reads a run as TREC has them, a line for each document: query id, Q0, document id, rank, score, tag. As with
 * trec_eval the rank is nobody's business: documents are ordered by score, as a 32-bit float, and where it is the same by
 * id, bytes descending.
 * @throws SuiteError `SUITE_NOT_FOUND`, `SUITE_MALFORMED`, `SUITE_DUPLICATE`
 */
export function readTrecRun(file: string): TrecRun {
  const queries = new Map<string, Map<string, Entry>>()
  const tags = new Set<string>()
  for (const line of readLines(file)) {
    const { query, entry, tag } = readEntry(line)
    const entries = queries.get(query) ?? new Map<string, Entry>()
    if (entries.has(entry.document)) {
      const message = `The document ${JSON.stringify(entry.document)} is ranked twice for one query. Keep one of the two.`
      throw new SuiteError('SUITE_DUPLICATE', message, { file, line: line.line })
    }
    queries.set(query, entries.set(entry.document, entry))
    tags.add(tag)
  }
  return { tags: [...tags], rankings: new Map(Array.from(queries, ([id, entries]) => [id, rank(entries)])) }
}

/**
 * Writes a run so that trec_eval keeps its order: scores are whole numbers that fall by 1 to 1 for the last. A query
 * without documents cannot be said: count what is missing as 0 (`trec_eval -c`). White space in ids is
 * percent-encoded.
 */
export function writeTrecRun(file: string, { tag, rankings }: { tag: string; rankings: Rankings }): void {
  const lines = Array.from(rankings, ([query, documents]) =>
    documents
      .map((document, index) => {
        const fields = [
          encodeId(query),
          'Q0',
          encodeId(document),
          index + 1,
          documents.length - index,
          encodeId(tag),
        ]
        return `${fields.join(' ')}\n`
      })
      .join(''),
  )
  writeFileSync(file, lines.join(''))
}

/**
 * An id as a field of a TREC file: white space and control characters become their UTF-8 bytes as `%20`, and so does a
 * percent sign that two hexadecimal digits follow, as `%25`. All else stays, so that most ids are what they were.
 */
export function encodeId(id: string): string {
  return id.replaceAll(toEncode, encodeURIComponent)
}

/** The id that a field stands for; what `encodeId` would not have written stays as it is. */
export function decodeId(field: string): string {
  return field.replaceAll(toDecode, (code) => codes.get(code.toUpperCase()) ?? '%')
}

/** Of a table with tabs, ids may hold spaces. */
function fieldsOf(line: Line): string[] {
  const cells = line.text.split('\t')
  return cells.length === 3 ? cells : splitFields(line)
}

function readQrelsLine(line: Line) {
  const fields = fieldsOf(line)
  const [query, document, text] = fields.length === 4 ? [fields[0], fields[2], fields[3]] : fields
  if (query === undefined || document === undefined || !text?.trim() || fields.length > 4) {
    throw malformed(
      line,
      'A line is query id, 0, document id and grade, or the same without the 0. Write it so.',
    )
  }
  const { file, line: number } = line
  const place = { file, line: number }
  // Some collections mark junk with less than 0; for the measures it is not relevant, as 0 is.
  const grade = parseGrade(text.replace(/^-\d+$/u, '0'), place)
  return { query: decodeId(query), judgement: { id: decodeId(document), grade }, place }
}

interface Entry {
  readonly document: string
  /** As it stands in the file: by this ties are broken. */
  readonly field: string
  readonly score: number
}

function readEntry(line: Line) {
  const [query, , field, , score, tag, ...rest] = splitFields(line)
  if (query === undefined || field === undefined || tag === undefined || rest.length > 0) {
    throw malformed(line, 'A line is query id, Q0, document id, rank, score and a tag. Write it so.')
  }
  if (score === undefined || !decimal.test(score)) {
    throw malformed(line, `The score is ${JSON.stringify(score)}. It must be a number.`)
  }
  const entry = { document: decodeId(field), field, score: Math.fround(Number(score)) }
  return { query: decodeId(query), entry, tag: decodeId(tag) }
}

function inOrder(a: Entry, b: Entry): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1
  return Buffer.compare(Buffer.from(b.field), Buffer.from(a.field))
}

function rank(entries: ReadonlyMap<string, Entry>): string[] {
  return [...entries.values()].toSorted(inOrder).map(({ document }) => document)
}

/** The fields of a line. */
function splitFields({ text }: Line): string[] {
  return text.split(between).filter((field) => field !== '')
}

/** Why a line is refused. */
function malformed({ file, line }: Line, message: string): SuiteError {
  return new SuiteError('SUITE_MALFORMED', message, { file, line })
}
