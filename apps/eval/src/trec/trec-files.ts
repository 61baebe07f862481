import { writeFileSync } from 'node:fs'
import { malformed, EvaluationError } from '../errors.js'
import { readLines, type Line } from '../suite/json-lines.js'
import { parseGrade, readJudgements, type Judgements } from '../suite/judgements.js'

/** Distinct document ids by query id, best first. */
export type Rankings = ReadonlyMap<string, readonly string[]>

type Entry = ReturnType<typeof readEntry>

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

/** As in the C programs that read these files: an id may hold other white space. */
const betweenFields = /[ \t\v\f\r]+/u

/**
 * Reads judgements in the TREC format: query id, a number that is ignored, document id, grade; or a table of query id,
 * document id and grade, with or without headings. Grades below 0 count as 0.
 * @throws EvaluationError `SUITE_NOT_FOUND`, `SUITE_MALFORMED`, `SUITE_DUPLICATE`
 */
export function readQrels(file: string): Judgements {
  return readJudgements(file, (line) => {
    // In a table with tabs, ids may hold spaces.
    const cells = line.text.split('\t')
    const fields = cells.length === 3 ? cells : splitFields(line)
    const [query, document, text] = fields.length === 4 ? [fields[0], fields[2], fields[3]] : fields
    if (query === undefined || document === undefined || !text?.trim() || fields.length > 4) {
      const form = 'query id, 0, document id and grade, or the same without the 0'
      throw malformed(line, `A line is ${form}. Write it so.`)
    }
    // Some collections give spam a negative grade; the measures treat a negative grade as 0, which is not relevant.
    const grade = parseGrade(text.replace(/^-\d+$/u, '0'), line)
    return { query: decodeId(query), document: decodeId(document), grade }
  })
}

/** Writes judgements in the TREC format: query id, 0, document id, grade. White space in ids is percent-encoded. */
export function writeQrels(file: string, judgements: Judgements): void {
  const lines = Array.from(judgements, ([query, grades]) =>
    Array.from(grades, ([document, grade]) => `${encodeId(query)} 0 ${encodeId(document)} ${grade}\n`),
  )
  writeFileSync(file, lines.flat().join(''))
}

/**
 * Reads a run in the TREC format, a line for each document: query id, Q0, document id, rank, score, tag. As in trec_eval
 * the rank is ignored: documents are ordered by score, as a 32-bit float, and equal scores by id, bytes descending.
 * `tags` has the distinct tags of the lines.
 * @throws EvaluationError `SUITE_NOT_FOUND`, `SUITE_MALFORMED`, `SUITE_DUPLICATE`
 */
export function readTrecRun(file: string) {
  const queries = new Map<string, Map<string, Entry>>()
  const tags = new Set<string>()
  for (const line of readLines(file)) {
    const entry = readEntry(line)
    const { query, tag } = entry
    const entries = queries.get(query) ?? new Map<string, Entry>()
    if (entries.has(entry.document)) {
      const message = `The document ${JSON.stringify(entry.document)} is ranked twice for one query. Keep one of the two.`
      throw new EvaluationError('SUITE_DUPLICATE', message, line)
    }
    queries.set(query, entries.set(entry.document, entry))
    tags.add(tag)
  }
  const rankings: Rankings = new Map(Array.from(queries, ([id, entries]) => [id, rank(entries)]))
  return { tags: [...tags], rankings }
}

/**
 * Writes a run so that trec_eval keeps its order: scores are whole numbers that fall by 1 to 1 for the last. A query
 * without documents has no line: `trec_eval -c` counts it as 0. White space in ids is percent-encoded.
 */
export function writeTrecRun(file: string, { tag, rankings }: { tag: string; rankings: Rankings }): void {
  const lines = Array.from(rankings, ([query, documents]) =>
    documents.map((document, index) => {
      const rankAndScore = `${index + 1} ${documents.length - index}`
      return `${encodeId(query)} Q0 ${encodeId(document)} ${rankAndScore} ${encodeId(tag)}\n`
    }),
  )
  writeFileSync(file, lines.flat().join(''))
}

/** An id as a field of a TREC file: white space, control characters and percent signs become their UTF-8 bytes as `%20`. */
export const encodeId = (id: string): string => id.replaceAll(/[\s\p{Cc}%]/gu, encodeURIComponent)

/** The id that a field stands for; a field that is not encoded so stays as it is. */
export function decodeId(field: string): string {
  try {
    return decodeURIComponent(field)
  } catch {
    return field
  }
}

const splitFields = ({ text }: Line): string[] => text.split(betweenFields).filter((field) => field !== '')

function readEntry(line: Line) {
  const [query, , field, , score, tag, ...rest] = splitFields(line)
  if (query === undefined || field === undefined || tag === undefined || rest.length > 0) {
    throw malformed(line, 'A line is query id, Q0, document id, rank, score and a tag. Write it so.')
  }
  if (score === undefined || !decimal.test(score)) {
    throw malformed(line, `The score is ${JSON.stringify(score)}. It must be a number.`)
  }
  const document = decodeId(field)
  // The encoded id stays, since ties are broken by it.
  return { query: decodeId(query), document, field, score: Math.fround(Number(score)), tag: decodeId(tag) }
}

function rank(entries: ReadonlyMap<string, Entry>): string[] {
  const inOrder = (a: Entry, b: Entry) =>
    Math.sign(b.score - a.score) || Buffer.compare(Buffer.from(b.field), Buffer.from(a.field))
  return [...entries.values()].toSorted(inOrder).map(({ document }) => document)
}
